// A canvas with an axis that is moved and zoomed by pointer, wheel and keys.

/**
 * Shows the places from this.from to this.to. Who extends it has
 *   whole            the first and the last place
 *   least            the fewest places that are shown at a time
 *   draw()           which may be called at any time, and says the canvas' width as this.width
 *   hover(event)     the pointer is somewhere, and nothing is dragged
 *   click(event)
 * and may have
 *   selects(event)   whether dragging from there selects a range, which is this.selecting meanwhile, in pixels
 *   reset()          Home and Escape show all: what was chosen is no longer
 *   key(name)        true if it knows the key
 */
class AxisView {
  /** label: how wide is what stands left of the axis; description: what it is, and what keys do. */
  constructor(label, description) {
    this.label = label;
    this.selecting = null;
    this.canvas = h("canvas", {tabindex: 0, role: "img", "aria-label": description});
    this.canvas.style.touchAction = "none";
    this.listen();
    onSchemeChange(() => {
      this.colours = null;
      this.draw();
    });
    onResize(() => this.draw());
  }

  selects() {
    return false;
  }

  reset() {}

  key() {
    return false;
  }

  all() {
    this.view(...this.whole);
  }

  /** Shows a range, moved to where there is something and not smaller than the least. */
  view(from, to) {
    const [first, last] = this.whole;
    const width = Math.min(last - first, Math.max(this.least, to - from));
    this.from = Math.max(first, Math.min(from, last - width));
    this.to = this.from + width;
    this.draw();
  }

  /** Zooms so that a place of the axis stays where it is. */
  zoom(factor, around) {
    this.view(around - (around - this.from) * factor, around + (this.to - around) * factor);
  }

  /** What a pixel is wide. */
  get pixel() {
    return (this.to - this.from) / (this.width - this.label);
  }

  placeAt(x) {
    return this.from + (x - this.label) * this.pixel;
  }

  listen() {
    const {canvas} = this;
    let drag = null;
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const by = event.deltaX * this.pixel;
        this.view(this.from + by, this.to + by);
      } else this.zoom(Math.exp(Math.max(-100, Math.min(100, event.deltaY)) / 250), this.placeAt(event.offsetX));
    }, {passive: false});
    canvas.addEventListener("pointerdown", event => {
      drag = {x: event.offsetX, from: this.from, to: this.to, select: this.selects(event), moved: false};
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", event => {
      if (!drag) {
        this.hover(event);
        return;
      }
      tip.hide();
      drag.moved ||= Math.abs(event.offsetX - drag.x) > 3;
      if (drag.select) {
        this.selecting = [Math.max(this.label, drag.x), Math.max(this.label, event.offsetX)];
        this.draw();
      } else if (drag.moved) {
        const by = (drag.x - event.offsetX) * this.pixel;
        this.view(drag.from + by, drag.to + by);
      }
    });
    const drop = event => {
      const range = this.selecting;
      this.selecting = null;
      if (drag?.moved && range) {
        const [a, b] = range.map(x => this.placeAt(x));
        this.view(Math.min(a, b), Math.max(a, b));
      } else if (drag && !drag.moved && event.type === "pointerup") this.click(event);
      drag = null;
    };
    canvas.addEventListener("pointerup", drop);
    canvas.addEventListener("pointercancel", drop);
    canvas.addEventListener("pointerleave", () => tip.hide());
    canvas.addEventListener("dblclick", () => this.all());
    canvas.addEventListener("keydown", event => {
      const step = (this.to - this.from) / 8, middle = (this.from + this.to) / 2;
      switch (event.key) {
        case "ArrowLeft": this.view(this.from - step, this.to - step); break;
        case "ArrowRight": this.view(this.from + step, this.to + step); break;
        case "+": case "=": case "ArrowUp": this.zoom(0.6, middle); break;
        case "-": case "ArrowDown": this.zoom(1 / 0.6, middle); break;
        case "Home": case "Escape":
          this.reset();
          this.all();
          break;
        default: if (!this.key(event.key)) return;
      }
      event.preventDefault();
    });
  }
}
