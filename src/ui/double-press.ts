// The second press of a double press belongs to what got the first one. Where that is gone (it sent, opened, moved on),
// the press is nobody's: it must not choose whatever happens to stand there now.

const CONTROL = 'button, a[href], [role="menuitem"], [role="option"], label, summary';

const nameOf = (control: Element): string => control.getAttribute('aria-label') ?? control.textContent ?? '';

/** Returns what ends it. */
export function watchDoublePress(): () => void {
  let before: Element | undefined;
  const onClick = (event: MouseEvent): void => {
    const control = event.target instanceof Element ? event.target.closest(CONTROL) : null;
    const gone = event.detail > 1 && before?.isConnected === false;
    // Drawn anew it is the same button: who pages on presses fast.
    if (gone && control !== null && before !== undefined && nameOf(control) !== nameOf(before)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    before = control ?? undefined;
  };
  /** Nor does it mark words. */
  const onMouseDown = (event: MouseEvent): void => {
    if (event.detail > 1 && before?.isConnected === false) event.preventDefault();
  };
  document.addEventListener('click', onClick, { capture: true });
  document.addEventListener('mousedown', onMouseDown, { capture: true });
  return () => {
    document.removeEventListener('click', onClick, { capture: true });
    document.removeEventListener('mousedown', onMouseDown, { capture: true });
  };
}
