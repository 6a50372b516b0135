// The frame that draws diagrams: one for all, of opaque origin and without network by its own response's policy (so that
// the service worker can answer for it offline, which it can't for a frame that is sandboxed by attribute). It gets the
// drawing code and sources by message and answers with pictures; what it says is believed as a picture only.

export type Picture =
  | { readonly svg: string; readonly width: number; readonly height: number }
  | { readonly wrong: string };

/** A diagram that takes longer is given up, and the frame with it. */
const PATIENCE_MS = 20_000;
const BROKEN: Picture = { wrong: '' };

interface Frame {
  readonly element: HTMLIFrameElement;
  readonly waiting: Map<number, (picture: Picture) => void>;
}

let frame: Promise<Frame> | undefined;
let number = 0;

/** Contract: never rejects. `wrong: ''`: it could not be drawn here at all. */
export async function drawPicture(source: string, config: object): Promise<Picture> {
  frame ??= open();
  let opened: Frame;
  try {
    opened = await frame;
  } catch {
    frame = undefined;
    return BROKEN;
  }
  const { element, waiting } = opened;
  const id = ++number;
  return new Promise((done) => {
    const timer = setTimeout(() => close(opened), PATIENCE_MS * (waiting.size + 1));
    waiting.set(id, (picture) => {
      clearTimeout(timer);
      done(picture);
    });
    element.contentWindow?.postMessage({ type: 'draw', id, source, config }, '*');
  });
}

function close({ element, waiting }: Frame): void {
  frame = undefined;
  element.remove();
  for (const done of waiting.values()) done(BROKEN);
  waiting.clear();
}

async function open(): Promise<Frame> {
  const { default: code } = await import('mermaid/dist/mermaid.min.js?raw');
  const element = document.createElement('iframe');
  element.className = 'draws';
  element.ariaHidden = 'true';
  element.tabIndex = -1;
  element.src = new URL('diagram.html', document.baseURI).href;
  const opened: Frame = { element, waiting: new Map() };
  const here = new Promise<void>((done, fail) => {
    const timer = setTimeout(fail, PATIENCE_MS);
    addEventListener('message', (event: MessageEvent<unknown>) => {
      // Of our own origin it would not be confined, whatever it says.
      if (event.source !== element.contentWindow || event.origin !== 'null') return;
      const { data } = event;
      if (typeof data !== 'object' || data === null || !('type' in data)) return;
      if (data.type === 'here') {
        clearTimeout(timer);
        done();
      } else if (data.type === 'broken') close(opened);
      else take(opened, data);
    });
  });
  document.body.append(element);
  try {
    await here;
  } catch (error) {
    element.remove();
    throw error;
  }
  element.contentWindow?.postMessage({ type: 'code', code }, '*');
  return opened;
}

function take({ waiting }: Frame, data: object): void {
  if (!('id' in data) || typeof data.id !== 'number') return;
  const done = waiting.get(data.id);
  waiting.delete(data.id);
  if ('svg' in data && typeof data.svg === 'string' && 'width' in data && 'height' in data) {
    done?.({ svg: data.svg, width: Number(data.width) || 300, height: Number(data.height) || 150 });
  } else {
    done?.({ wrong: 'why' in data && typeof data.why === 'string' ? data.why.slice(0, 500) : '' });
  }
}
