package bbt.reconstruct.step.dap;

import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cursor.CursorPosition;
import bbt.reconstruct.map.TaskNames;
import bbt.reconstruct.step.StepSession;
import bbt.reconstruct.step.Verbs;
import bbt.reconstruct.step.text.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.eclipse.lsp4j.debug.Breakpoint;
import org.eclipse.lsp4j.debug.BreakpointLocation;
import org.eclipse.lsp4j.debug.BreakpointLocationsArguments;
import org.eclipse.lsp4j.debug.BreakpointLocationsResponse;
import org.eclipse.lsp4j.debug.CancelArguments;
import org.eclipse.lsp4j.debug.Capabilities;
import org.eclipse.lsp4j.debug.CapabilitiesEventArguments;
import org.eclipse.lsp4j.debug.ConfigurationDoneArguments;
import org.eclipse.lsp4j.debug.ContinueArguments;
import org.eclipse.lsp4j.debug.ContinueResponse;
import org.eclipse.lsp4j.debug.DisassembleArguments;
import org.eclipse.lsp4j.debug.DisassembleResponse;
import org.eclipse.lsp4j.debug.DisassembledInstruction;
import org.eclipse.lsp4j.debug.DisassembledInstructionPresentationHint;
import org.eclipse.lsp4j.debug.DisconnectArguments;
import org.eclipse.lsp4j.debug.EvaluateArguments;
import org.eclipse.lsp4j.debug.EvaluateArgumentsContext;
import org.eclipse.lsp4j.debug.EvaluateResponse;
import org.eclipse.lsp4j.debug.ExceptionBreakMode;
import org.eclipse.lsp4j.debug.ExceptionBreakpointsFilter;
import org.eclipse.lsp4j.debug.ExceptionInfoArguments;
import org.eclipse.lsp4j.debug.ExceptionInfoResponse;
import org.eclipse.lsp4j.debug.FunctionBreakpoint;
import org.eclipse.lsp4j.debug.InitializeRequestArguments;
import org.eclipse.lsp4j.debug.InstructionBreakpoint;
import org.eclipse.lsp4j.debug.LoadedSourcesArguments;
import org.eclipse.lsp4j.debug.LoadedSourcesResponse;
import org.eclipse.lsp4j.debug.Module;
import org.eclipse.lsp4j.debug.ModulesArguments;
import org.eclipse.lsp4j.debug.ModulesResponse;
import org.eclipse.lsp4j.debug.NextArguments;
import org.eclipse.lsp4j.debug.OutputEventArguments;
import org.eclipse.lsp4j.debug.OutputEventArgumentsCategory;
import org.eclipse.lsp4j.debug.PauseArguments;
import org.eclipse.lsp4j.debug.ReadMemoryArguments;
import org.eclipse.lsp4j.debug.ReadMemoryResponse;
import org.eclipse.lsp4j.debug.RestartArguments;
import org.eclipse.lsp4j.debug.RestartFrameArguments;
import org.eclipse.lsp4j.debug.ReverseContinueArguments;
import org.eclipse.lsp4j.debug.ScopesArguments;
import org.eclipse.lsp4j.debug.ScopesResponse;
import org.eclipse.lsp4j.debug.SetBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetBreakpointsResponse;
import org.eclipse.lsp4j.debug.SetExceptionBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetExceptionBreakpointsResponse;
import org.eclipse.lsp4j.debug.SetExpressionArguments;
import org.eclipse.lsp4j.debug.SetExpressionResponse;
import org.eclipse.lsp4j.debug.SetFunctionBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetFunctionBreakpointsResponse;
import org.eclipse.lsp4j.debug.SetInstructionBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetInstructionBreakpointsResponse;
import org.eclipse.lsp4j.debug.SetVariableArguments;
import org.eclipse.lsp4j.debug.SetVariableResponse;
import org.eclipse.lsp4j.debug.Source;
import org.eclipse.lsp4j.debug.SourceArguments;
import org.eclipse.lsp4j.debug.SourceBreakpoint;
import org.eclipse.lsp4j.debug.SourcePresentationHint;
import org.eclipse.lsp4j.debug.SourceResponse;
import org.eclipse.lsp4j.debug.StackFrame;
import org.eclipse.lsp4j.debug.StackTraceArguments;
import org.eclipse.lsp4j.debug.StackTraceResponse;
import org.eclipse.lsp4j.debug.StepBackArguments;
import org.eclipse.lsp4j.debug.StepInArguments;
import org.eclipse.lsp4j.debug.StepOutArguments;
import org.eclipse.lsp4j.debug.SteppingGranularity;
import org.eclipse.lsp4j.debug.StoppedEventArguments;
import org.eclipse.lsp4j.debug.StoppedEventArgumentsReason;
import org.eclipse.lsp4j.debug.TerminateArguments;
import org.eclipse.lsp4j.debug.TerminatedEventArguments;
import org.eclipse.lsp4j.debug.Thread;
import org.eclipse.lsp4j.debug.ThreadsResponse;
import org.eclipse.lsp4j.debug.Variable;
import org.eclipse.lsp4j.debug.VariablesArguments;
import org.eclipse.lsp4j.debug.VariablesResponse;
import org.eclipse.lsp4j.debug.WriteMemoryArguments;
import org.eclipse.lsp4j.debug.WriteMemoryResponse;
import org.eclipse.lsp4j.debug.services.IDebugProtocolClient;
import org.eclipse.lsp4j.debug.services.IDebugProtocolServer;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;

/**
 * Answers the requests of the Debug Adapter Protocol. Each is answered on the queue's thread, in
 * order; a movement is acknowledged before it begins, and told by a {@code stopped} event when it
 * is over. {@code pause}, {@code cancel} and {@code disconnect} interrupt what is going on.
 */
final class DebugAdapter implements IDebugProtocolServer, AutoCloseable {
  private static final String PAST = "the run is over: what has happened cannot be changed";
  private static final int MAX_INSTRUCTIONS = 20_000;
  private static final int MAX_BYTES = 1 << 20;

  private final RequestQueue queue;
  private final TraceOpener opener;
  private final Runnable onLeave;

  /** Requests that have not been answered, or whose movements are not over. */
  private final AtomicInteger pending = new AtomicInteger();

  private IDebugProtocolClient client;
  private AdapterFeedback feedback;

  /** Lines and columns of the editor begin here. */
  private int firstLine = 1;

  /** Null until the editor opens one. Of the queue's thread. */
  private DebuggedTrace trace;

  /**
   * Creates an adapter that is not connected yet.
   *
   * @param onLeave told when the editor has disconnected
   */
  DebugAdapter(RequestQueue queue, TraceOpener opener, Runnable onLeave) {
    this.queue = queue;
    this.opener = opener;
    this.onLeave = onLeave;
  }

  /** The editor that is served. */
  void connect(IDebugProtocolClient editor) {
    client = editor;
    feedback = new AdapterFeedback(editor);
  }

  /** The editor has gone: nothing long goes on. */
  void hangUp() {
    feedback.hangUp();
  }

  @Override
  public void close() {
    if (trace != null) {
      trace.close();
    }
  }

  /** A failure as the protocol tells it: one line. */
  static ResponseError error(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException
            || cause instanceof ExecutionException
            || cause instanceof java.lang.reflect.InvocationTargetException
            || cause instanceof java.lang.reflect.UndeclaredThrowableException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof RuntimeException
        && cause.getCause() instanceof java.lang.reflect.InvocationTargetException inner) {
      cause = inner.getCause();
    }
    if (cause instanceof ResponseErrorException told) {
      return told.getResponseError();
    }
    String message =
        switch (cause) {
          case CommandException e -> e.getMessage();
          case UserException e -> e.getMessage();
          case CancellationException e -> "cancelled";
          case UnsupportedOperationException e -> "bbt does not know this request";
          default -> "an error of bbt's own: " + cause;
        };
    return new ResponseError(ResponseErrorCode.RequestFailed, message, null);
  }

  // ---- order

  /** Answers a request in its turn. */
  private <T> CompletableFuture<T> answer(Supplier<T> work) {
    return answer("reading", work, () -> {});
  }

  /**
   * Answers a request in its turn, and goes on behind the answer.
   *
   * @param title of the work, where the editor shows progress
   * @param then is done behind the answer, if it was no error
   */
  private <T> CompletableFuture<T> answer(String title, Supplier<T> work, Runnable then) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    pending.incrementAndGet();
    queue.add(
        () -> {
          try {
            feedback.begin(title);
            T result;
            try {
              result = work.get();
              feedback.finished();
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
              feedback.finished();
              answer.completeExceptionally(e);
              return;
            }
            answer.complete(result);
            then.run();
          } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            say("bbt: " + error(e).getMessage());
          } finally {
            feedback.finished();
            feedback.done();
            pending.decrementAndGet();
          }
        });
    return answer;
  }

  private DebuggedTrace trace() {
    if (trace == null) {
      throw new CommandException("no trace is open: launch one first");
    }
    return trace;
  }

  /** Acknowledges a movement, makes it, and tells where it led. */
  private <T> CompletableFuture<T> move(
      T acknowledged, int thread, Supplier<DebuggedTrace.Stop> movement) {
    return answer(
        "moving",
        () -> {
          if (thread != 0) {
            hart(thread);
          }
          trace();
          return acknowledged;
        },
        () -> stopped(trace.moving(movement)));
  }

  /** Acknowledges a step of one hart, makes it, and tells where it led. */
  private CompletableFuture<Void> step(int thread, Supplier<DebuggedTrace.Stop> movement) {
    return move(
        null,
        thread,
        () -> {
          trace.select(thread - 1);
          return movement.get();
        });
  }

  private int hart(int thread) {
    if (thread < 1 || thread > trace().map().harts()) {
      throw new CommandException("no thread " + thread + "; there are 1 to " + trace.map().harts());
    }
    return thread - 1;
  }

  private void stopped(DebuggedTrace.Stop stop) {
    feedback.finished();
    StoppedEventArguments event = new StoppedEventArguments();
    event.setReason(stop.reason());
    event.setThreadId(trace.hart() + 1);
    event.setAllThreadsStopped(true);
    if (stop.description() != null) {
      event.setDescription("Paused: " + stop.description());
      event.setText(stop.description());
    }
    if (!stop.hit().isEmpty()) {
      event.setHitBreakpointIds(
          stop.hit().stream().map(each -> each.number).toArray(Integer[]::new));
    }
    client.stopped(event);
  }

  /** Says something in the editor's console. */
  private void say(String line) {
    OutputEventArguments event = new OutputEventArguments();
    event.setCategory(OutputEventArgumentsCategory.CONSOLE);
    event.setOutput(line + "\n");
    client.output(event);
  }

  // ---- beginning and end

  @Override
  public CompletableFuture<Capabilities> initialize(InitializeRequestArguments arguments) {
    return answer(
        () -> {
          firstLine = Boolean.FALSE.equals(arguments.getLinesStartAt1()) ? 0 : 1;
          if (Boolean.TRUE.equals(arguments.getSupportsProgressReporting())) {
            feedback.show();
          }
          return capabilities();
        });
  }

  private static Capabilities capabilities() {
    Capabilities can = new Capabilities();
    can.setSupportsConfigurationDoneRequest(true);
    can.setSupportsFunctionBreakpoints(true);
    can.setSupportsHitConditionalBreakpoints(true);
    can.setSupportsInstructionBreakpoints(true);
    can.setSupportsBreakpointLocationsRequest(true);
    can.setSupportsEvaluateForHovers(true);
    can.setSupportsStepBack(true);
    can.setSupportsSteppingGranularity(true);
    can.setSupportsRestartFrame(true);
    can.setSupportsRestartRequest(true);
    can.setSupportsExceptionInfoRequest(true);
    can.setSupportsDelayedStackTraceLoading(true);
    can.setSupportsModulesRequest(true);
    can.setSupportsLoadedSourcesRequest(true);
    can.setSupportsDisassembleRequest(true);
    can.setSupportsReadMemoryRequest(true);
    can.setSupportsCancelRequest(true);
    can.setSupportsTerminateRequest(true);
    can.setExceptionBreakpointFilters(filters(DebuggedTrace.KINDS));
    return can;
  }

  private static ExceptionBreakpointsFilter[] filters(List<DebuggedTrace.Trap> traps) {
    return traps.stream()
        .map(
            each -> {
              ExceptionBreakpointsFilter filter = new ExceptionBreakpointsFilter();
              filter.setFilter(each.id());
              filter.setLabel(each.title());
              filter.setDefault_(false);
              return filter;
            })
        .toArray(ExceptionBreakpointsFilter[]::new);
  }

  @Override
  public CompletableFuture<Void> launch(Map<String, Object> arguments) {
    return answer(
        "opening the trace",
        () -> {
          if (trace != null) {
            throw new CommandException("a trace is open already: disconnect first");
          }
          trace = new DebuggedTrace(LaunchArguments.of(arguments), opener, feedback, this::say);
          return null;
        },
        () -> {
          Capabilities more = capabilities();
          more.setExceptionBreakpointFilters(filters(trace.traps()));
          CapabilitiesEventArguments event = new CapabilitiesEventArguments();
          event.setCapabilities(more);
          client.capabilities(event);
          client.initialized();
        });
  }

  /** Opens a trace: there is nothing else to attach to. */
  @Override
  public CompletableFuture<Void> attach(Map<String, Object> arguments) {
    return launch(arguments);
  }

  @Override
  public CompletableFuture<Void> configurationDone(ConfigurationDoneArguments arguments) {
    return answer(
        "moving",
        () -> {
          trace();
          return null;
        },
        () ->
            stopped(
                trace.arguments().stopOnEntry()
                    ? DebuggedTrace.Stop.of(StoppedEventArgumentsReason.ENTRY)
                    : trace.moving(() -> trace.run(true))));
  }

  @Override
  public CompletableFuture<Void> restart(RestartArguments arguments) {
    return move(null, 0, () -> trace.again());
  }

  @Override
  public CompletableFuture<Void> terminate(TerminateArguments arguments) {
    interrupt();
    return answer("ending", () -> null, () -> client.terminated(new TerminatedEventArguments()));
  }

  @Override
  public CompletableFuture<Void> disconnect(DisconnectArguments arguments) {
    interrupt();
    return answer("ending", () -> null, onLeave);
  }

  @Override
  public CompletableFuture<Void> pause(PauseArguments arguments) {
    interrupt();
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> cancel(CancelArguments arguments) {
    interrupt();
    return CompletableFuture.completedFuture(null);
  }

  /** Interrupts what is going on; does nothing if there is nothing. */
  private void interrupt() {
    if (pending.get() > 0) {
      feedback.interrupt();
    }
  }

  // ---- breakpoints

  /** Sets one; what cannot be set is told beside the others. */
  private Breakpoint set(Supplier<DebuggedTrace.Setting> work) {
    Breakpoint told = new Breakpoint();
    try {
      DebuggedTrace.Setting set = work.get();
      told.setVerified(set.set() != null);
      if (set.set() != null) {
        told.setId(set.set().number);
      }
      told.setMessage(set.message());
    } catch (CommandException e) {
      told.setVerified(false);
      told.setMessage(e.getMessage());
    }
    return told;
  }

  private static <T> T[] orNone(T[] all, T[] none) {
    return all == null ? none : all;
  }

  @Override
  public CompletableFuture<SetBreakpointsResponse> setBreakpoints(
      SetBreakpointsArguments arguments) {
    return answer(
        () -> {
          Source source = arguments.getSource();
          int reference = source.getSourceReference() == null ? 0 : source.getSourceReference();
          String path = source.getPath() == null ? source.getName() : source.getPath();
          if (reference == 0 && path == null) {
            throw new CommandException("setBreakpoints: the source has neither path nor reference");
          }
          String group = reference > 0 ? "reference " + reference : "source " + path;
          trace().clear(group);
          List<Breakpoint> all = new ArrayList<>();
          for (SourceBreakpoint each :
              orNone(arguments.getBreakpoints(), new SourceBreakpoint[0])) {
            int line = each.getLine() + 1 - firstLine;
            Breakpoint told =
                set(
                    () ->
                        reference > 0
                            ? trace.atAddress(
                                group,
                                trace.sources().address(reference, line),
                                each.getHitCondition())
                            : trace.atLine(group, path, line, each.getHitCondition()));
            told.setSource(source);
            told.setLine(each.getLine());
            all.add(told);
          }
          SetBreakpointsResponse response = new SetBreakpointsResponse();
          response.setBreakpoints(all.toArray(Breakpoint[]::new));
          return response;
        });
  }

  @Override
  public CompletableFuture<BreakpointLocationsResponse> breakpointLocations(
      BreakpointLocationsArguments arguments) {
    return answer(
        () -> {
          String file =
              arguments.getSource().getPath() == null
                  ? null
                  : trace().executed().file(arguments.getSource().getPath());
          int from = arguments.getLine() + 1 - firstLine;
          int to = arguments.getEndLine() == null ? from : arguments.getEndLine() + 1 - firstLine;
          BreakpointLocationsResponse response = new BreakpointLocationsResponse();
          response.setBreakpoints(
              file == null || to < from
                  ? new BreakpointLocation[0]
                  : trace.executed().of(file).subSet(from, true, to, true).stream()
                      .map(
                          line -> {
                            BreakpointLocation place = new BreakpointLocation();
                            place.setLine(line - 1 + firstLine);
                            return place;
                          })
                      .toArray(BreakpointLocation[]::new));
          return response;
        });
  }

  @Override
  public CompletableFuture<SetFunctionBreakpointsResponse> setFunctionBreakpoints(
      SetFunctionBreakpointsArguments arguments) {
    return answer(
        () -> {
          trace().clear("functions");
          SetFunctionBreakpointsResponse response = new SetFunctionBreakpointsResponse();
          response.setBreakpoints(
              Arrays.stream(orNone(arguments.getBreakpoints(), new FunctionBreakpoint[0]))
                  .map(
                      each ->
                          set(
                              () ->
                                  trace.atFunction(
                                      "functions", each.getName(), each.getHitCondition())))
                  .toArray(Breakpoint[]::new));
          return response;
        });
  }

  @Override
  public CompletableFuture<SetInstructionBreakpointsResponse> setInstructionBreakpoints(
      SetInstructionBreakpointsArguments arguments) {
    return answer(
        () -> {
          trace().clear("instructions");
          SetInstructionBreakpointsResponse response = new SetInstructionBreakpointsResponse();
          response.setBreakpoints(
              Arrays.stream(orNone(arguments.getBreakpoints(), new InstructionBreakpoint[0]))
                  .map(each -> set(() -> instruction(each)))
                  .toArray(Breakpoint[]::new));
          return response;
        });
  }

  private DebuggedTrace.Setting instruction(InstructionBreakpoint wanted) {
    long address =
        address(wanted.getInstructionReference())
            + (wanted.getOffset() == null ? 0 : wanted.getOffset());
    return trace.atAddress("instructions", address, wanted.getHitCondition());
  }

  @Override
  public CompletableFuture<SetExceptionBreakpointsResponse> setExceptionBreakpoints(
      SetExceptionBreakpointsArguments arguments) {
    return answer(
        () -> {
          trace().clear("traps");
          SetExceptionBreakpointsResponse response = new SetExceptionBreakpointsResponse();
          response.setBreakpoints(
              Arrays.stream(orNone(arguments.getFilters(), new String[0]))
                  .map(each -> set(() -> trace.atTrap("traps", each)))
                  .toArray(Breakpoint[]::new));
          return response;
        });
  }

  @Override
  public CompletableFuture<ExceptionInfoResponse> exceptionInfo(ExceptionInfoArguments arguments) {
    return answer(
        () -> {
          StepSession session = trace().session();
          if (session.cursor().trap() == null) {
            throw new CommandException("the trace stands at no exception or interrupt");
          }
          ExceptionInfoResponse response = new ExceptionInfoResponse();
          var trap = session.cursor().trap();
          response.setExceptionId(trace.map().guest().traps().title(trap.kind(), trap.cause()));
          response.setDescription(session.stopText().line(session.cursor()).toString());
          response.setBreakMode(ExceptionBreakMode.ALWAYS);
          return response;
        });
  }

  // ---- movements

  private static boolean instruction(SteppingGranularity granularity) {
    return granularity == SteppingGranularity.INSTRUCTION;
  }

  @Override
  public CompletableFuture<ContinueResponse> continue_(ContinueArguments arguments) {
    ContinueResponse all = new ContinueResponse();
    all.setAllThreadsContinued(true);
    return move(all, arguments.getThreadId(), () -> trace.run(true));
  }

  @Override
  public CompletableFuture<Void> reverseContinue(ReverseContinueArguments arguments) {
    return move(null, arguments.getThreadId(), () -> trace.run(false));
  }

  @Override
  public CompletableFuture<Void> next(NextArguments arguments) {
    boolean instruction = instruction(arguments.getGranularity());
    return step(arguments.getThreadId(), () -> trace.over(instruction));
  }

  @Override
  public CompletableFuture<Void> stepIn(StepInArguments arguments) {
    boolean instruction = instruction(arguments.getGranularity());
    return step(arguments.getThreadId(), () -> trace.into(instruction));
  }

  @Override
  public CompletableFuture<Void> stepOut(StepOutArguments arguments) {
    return step(arguments.getThreadId(), () -> trace.out());
  }

  @Override
  public CompletableFuture<Void> stepBack(StepBackArguments arguments) {
    boolean instruction = instruction(arguments.getGranularity());
    return step(arguments.getThreadId(), () -> trace.back(instruction));
  }

  @Override
  public CompletableFuture<Void> restartFrame(RestartFrameArguments arguments) {
    return answer(
        "moving",
        () -> {
          FrameTable.Frame frame = trace().frames().frame(arguments.getFrameId());
          if (frame.line().entered() == null) {
            throw new CommandException("how this frame was entered is not in the trace");
          }
          return null;
        },
        () -> {
          FrameTable.Frame frame = trace.frames().frame(arguments.getFrameId());
          stopped(trace.moving(() -> trace.toEntry(frame)));
        });
  }

  // ---- looking

  @Override
  public CompletableFuture<ThreadsResponse> threads() {
    return answer(
        () -> {
          Thread[] all = new Thread[trace().map().harts()];
          for (int hart = 0; hart < all.length; hart++) {
            all[hart] = new Thread();
            all[hart].setId(hart + 1);
            TaskNames.Name task = hart == trace.hart() ? trace.session().cursor().taskName() : null;
            all[hart].setName("hart " + hart + (task == null ? "" : ", task " + task));
          }
          ThreadsResponse response = new ThreadsResponse();
          response.setThreads(all);
          return response;
        });
  }

  @Override
  public CompletableFuture<StackTraceResponse> stackTrace(StackTraceArguments arguments) {
    return answer(
        () -> {
          List<FrameTable.Frame> all = trace().stack(hart(arguments.getThreadId()));
          int from = arguments.getStartFrame() == null ? 0 : Math.max(0, arguments.getStartFrame());
          int levels = arguments.getLevels() == null ? 0 : arguments.getLevels();
          int start = Math.min(from, all.size());
          int end = levels <= 0 ? all.size() : (int) Math.min(all.size(), (long) start + levels);
          StackTraceResponse response = new StackTraceResponse();
          response.setTotalFrames(all.size());
          response.setStackFrames(
              all.subList(start, end).stream().map(this::shown).toArray(StackFrame[]::new));
          return response;
        });
  }

  private StackFrame shown(FrameTable.Frame frame) {
    return trace
        .frames()
        .in(
            frame,
            () -> {
              StepSession session = trace.session();
              SourceFrame place = frame.place();
              StackFrame shown = new StackFrame();
              shown.setId(frame.id());
              String label =
                  session
                      .names()
                      .label(
                          session.cursor(),
                          frame.line().addressSpace(),
                          frame.line().pc(),
                          frame.line().privilege());
              shown.setName(place != null && place.function() != null ? place.function() : label);
              shown.setInstructionPointerReference(hex(frame.line().pc()));
              shown.setCanRestart(frame.line().entered() != null);
              Source source = place == null ? null : trace.sources().file(place.file());
              if (source != null) {
                shown.setSource(source);
                shown.setLine(place.line() - 1 + firstLine);
                shown.setColumn(Math.max(1, place.column()) - 1 + firstLine);
              } else {
                SourceTable.TextLine code = trace.sources().function(frame.line().pc(), place);
                shown.setSource(code.source());
                shown.setLine(code.line() - 1 + firstLine);
                shown.setColumn(firstLine);
              }
              return shown;
            });
  }

  private static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }

  @Override
  public CompletableFuture<ScopesResponse> scopes(ScopesArguments arguments) {
    return answer(
        () -> {
          ScopesResponse response = new ScopesResponse();
          FrameTable frames = trace().frames();
          response.setScopes(frames.scopes(frames.frame(arguments.getFrameId())));
          return response;
        });
  }

  @Override
  public CompletableFuture<VariablesResponse> variables(VariablesArguments arguments) {
    return answer(
        () -> {
          VariablesResponse response = new VariablesResponse();
          response.setVariables(
              trace()
                  .frames()
                  .variables(
                      arguments.getVariablesReference(),
                      arguments.getStart() == null ? 0 : arguments.getStart(),
                      arguments.getCount() == null ? 0 : arguments.getCount())
                  .toArray(Variable[]::new));
          return response;
        });
  }

  @Override
  public CompletableFuture<EvaluateResponse> evaluate(EvaluateArguments arguments) {
    CursorPosition[] before = new CursorPosition[1];
    return answer(
        "evaluating",
        () -> {
          before[0] = trace().session().cursor().position();
          FrameTable.Frame frame =
              arguments.getFrameId() == null || arguments.getFrameId() == 0
                  ? trace.stack(trace.hart()).getFirst()
                  : trace.frames().frame(arguments.getFrameId());
          String text = arguments.getExpression().strip();
          return EvaluateArgumentsContext.REPL.equals(arguments.getContext()) && isCommand(text)
              ? command(frame, text)
              : value(frame, text);
        },
        () -> {
          if (trace.session().isOver()) {
            client.terminated(new TerminatedEventArguments());
          } else if (!before[0].equals(trace.session().cursor().position())) {
            trace.session().frame(0);
            trace.frames().forget();
            stopped(DebuggedTrace.Stop.of(StoppedEventArgumentsReason.GOTO));
          }
        });
  }

  private static boolean isCommand(String text) {
    String word = text.split("[\\s/]", 2)[0];
    if (text.startsWith("/") || text.startsWith("?")) {
      return true;
    }
    try {
      Verbs.find(word);
      return true;
    } catch (CommandException e) {
      return false;
    }
  }

  private EvaluateResponse command(FrameTable.Frame frame, String text) {
    EvaluateResponse response = new EvaluateResponse();
    StepSession session = trace.session();
    boolean here = frame.position().equals(session.cursor().position());
    if (here) {
      session.frame(frame.line().number());
    }
    response.setResult(trace.command(text));
    return response;
  }

  private EvaluateResponse value(FrameTable.Frame frame, String text) {
    Variable found = trace.frames().evaluate(frame, text);
    EvaluateResponse response = new EvaluateResponse();
    response.setResult(found.getValue());
    response.setType(found.getType());
    response.setVariablesReference(found.getVariablesReference());
    response.setMemoryReference(found.getMemoryReference());
    return response;
  }

  private static <T> T refused() {
    throw new CommandException(PAST);
  }

  @Override
  public CompletableFuture<SetVariableResponse> setVariable(SetVariableArguments arguments) {
    return answer(DebugAdapter::refused);
  }

  @Override
  public CompletableFuture<SetExpressionResponse> setExpression(SetExpressionArguments arguments) {
    return answer(DebugAdapter::refused);
  }

  @Override
  public CompletableFuture<WriteMemoryResponse> writeMemory(WriteMemoryArguments arguments) {
    return answer(DebugAdapter::refused);
  }

  // ---- memory and code

  /** An address as the editor was told it. */
  private static long address(String reference) {
    try {
      return reference.startsWith("0x") || reference.startsWith("0X")
          ? Long.parseUnsignedLong(reference.substring(2), 16)
          : Long.parseLong(reference);
    } catch (NumberFormatException e) {
      throw new CommandException("no address: \"" + reference + "\"");
    }
  }

  @Override
  public CompletableFuture<ReadMemoryResponse> readMemory(ReadMemoryArguments arguments) {
    return answer(
        () -> {
          long from =
              address(arguments.getMemoryReference())
                  + (arguments.getOffset() == null ? 0 : arguments.getOffset());
          int count = arguments.getCount();
          if (count < 0 || count > MAX_BYTES) {
            throw new CommandException("readMemory: from 0 to " + MAX_BYTES + " bytes");
          }
          var at = trace().session().cursor();
          byte[] bytes =
              trace.session().state().read(at, state -> state.readVirtual(at.hart(), from, count));
          ReadMemoryResponse response = new ReadMemoryResponse();
          response.setAddress(hex(from));
          response.setData(Base64.getEncoder().encodeToString(bytes));
          response.setUnreadableBytes(count - bytes.length);
          return response;
        });
  }

  @Override
  public CompletableFuture<DisassembleResponse> disassemble(DisassembleArguments arguments) {
    return answer(
        () -> {
          long at =
              address(arguments.getMemoryReference())
                  + (arguments.getOffset() == null ? 0 : arguments.getOffset());
          int first =
              arguments.getInstructionOffset() == null ? 0 : arguments.getInstructionOffset();
          int count = arguments.getInstructionCount();
          if (count < 0 || count > MAX_INSTRUCTIONS || Math.abs((long) first) > MAX_INSTRUCTIONS) {
            throw new CommandException(
                "disassemble: at most " + MAX_INSTRUCTIONS + " instructions");
          }
          trace();
          DisassembleResponse response = new DisassembleResponse();
          response.setInstructions(
              new CodeWindow(trace.session())
                  .around(at, first, count).stream()
                      .map(this::shown)
                      .toArray(DisassembledInstruction[]::new));
          return response;
        });
  }

  private DisassembledInstruction shown(CodeWindow.Shown code) {
    DisassembledInstruction shown = new DisassembledInstruction();
    shown.setAddress(hex(code.address()));
    if (code.bytes() == 0) {
      shown.setInstruction("(not in the trace up to here)");
      shown.setPresentationHint(DisassembledInstructionPresentationHint.INVALID);
      return shown;
    }
    shown.setInstruction(code.text());
    shown.setInstructionBytes(code.hex());
    var at = trace.session().cursor();
    String label = trace.session().names().label(at.addressSpace(), code.address(), at.clock());
    if (label != null && !label.contains("+0x")) {
      shown.setSymbol(label);
    }
    return shown;
  }

  // ---- sources

  @Override
  public CompletableFuture<SourceResponse> source(SourceArguments arguments) {
    return answer(
        () -> {
          int number =
              arguments.getSource() != null && arguments.getSource().getSourceReference() != null
                  ? arguments.getSource().getSourceReference()
                  : arguments.getSourceReference();
          SourceResponse response = new SourceResponse();
          response.setContent(trace().sources().text(number));
          response.setMimeType("text/x-asm");
          return response;
        });
  }

  @Override
  public CompletableFuture<LoadedSourcesResponse> loadedSources(LoadedSourcesArguments arguments) {
    return answer(
        () -> {
          LoadedSourcesResponse response = new LoadedSourcesResponse();
          response.setSources(
              trace().executed().files().stream().map(this::shown).toArray(Source[]::new));
          return response;
        });
  }

  private Source shown(String file) {
    Source found = trace.sources().file(file);
    if (found == null) {
      found = new Source();
      found.setName(file.substring(file.lastIndexOf('/') + 1));
      found.setPath(file);
      found.setOrigin("not found on this machine");
      found.setPresentationHint(SourcePresentationHint.DEEMPHASIZE);
    }
    return found;
  }

  @Override
  public CompletableFuture<ModulesResponse> modules(ModulesArguments arguments) {
    return answer(
        () -> {
          List<Module> all = new ArrayList<>();
          for (Path each : trace().session().lines().binaries()) {
            Module module = new Module();
            module.setId(all.size() + 1);
            module.setName(each.getFileName().toString());
            module.setPath(each.toString());
            module.setSymbolStatus("loaded");
            all.add(module);
          }
          ModulesResponse response = new ModulesResponse();
          response.setModules(all.toArray(Module[]::new));
          response.setTotalModules(all.size());
          return response;
        });
  }
}
