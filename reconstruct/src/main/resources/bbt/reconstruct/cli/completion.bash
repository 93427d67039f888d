# Names that only bbt knows: samples, and the functions and tasks of the trace that stands on the line.
function _complete_bbt_names() {
  local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" kind="" trace="" word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in *.bbt) trace="${word/#\~\//$HOME/}" ;; esac
  done
  case "$before" in
    --function | --callers) kind=functions ;;
    --task) kind=tasks ;;
    *)
      case "${COMP_WORDS[1]} $current" in
        *\ -*) ;;
        annotate\ *) [ -n "$trace" ] && [ "$before" = "${COMP_WORDS[2]}" ] && kind=functions ;;
        boot\ *) [ "$COMP_CWORD" = 2 ] && kind=samples ;;
      esac
      ;;
  esac
  COMPREPLY=()
  if [ "$kind" = samples ] || { [ -n "$kind" ] && [ -n "$trace" ]; }; then
    while IFS= read -r word; do
      COMPREPLY+=("$(printf %q "$word")")
    done < <("${COMP_WORDS[0]}" complete-name "$kind" "$current" ${trace:+"$trace"} 2>/dev/null)
    [ "${#COMPREPLY[@]}" -gt 0 ] && return
  fi
  _complete_bbt
}

complete -F _complete_bbt_names -o default bbt bbt.sh bbt.bash
