// How diagrams are drawn: our tokens as the colours their library can calculate with, and what it may do.

interface Look {
  readonly theme: 'light' | 'dark';
  readonly config: object;
}

const dark = matchMedia('(prefers-color-scheme: dark)');

function themeNow(): Look['theme'] {
  const pinned = document.documentElement.dataset['theme'];
  return pinned === 'dark' || (pinned !== 'light' && dark.matches) ? 'dark' : 'light';
}

let look: Look | undefined;

export function diagramLook(): Look {
  const theme = themeNow();
  if (look?.theme !== theme) look = { theme, config: configOf(theme) };
  return look;
}

export function onLookChange(changed: () => void): void {
  dark.addEventListener('change', changed);
  new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ['data-theme'] });
}

/** Colours in OKLCH as six digits: painted once and read back. */
function createInk(): (token: string) => string {
  const probe = document.createElement('span');
  document.body.append(probe);
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const digits = new Map<string, string>();
  const read = (token: string): string => {
    probe.style.color = `var(--${token})`;
    if (context === null) return '#888888';
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
  queueMicrotask(() => probe.remove());
  return (token) => {
    const before = digits.get(token);
    if (before !== undefined) return before;
    const made = read(token);
    digits.set(token, made);
    return made;
  };
}

const HUES = ['navy', 'sea', 'kelp', 'brass', 'plum', 'moss', 'heather', 'clay'];
const FONT = '"Segoe UI", system-ui, "Noto Sans", sans-serif';

function configOf(theme: Look['theme']): object {
  const ink = createInk();
  const hues = Object.fromEntries(
    HUES.flatMap((hue, at) => [
      [`pie${at + 1}`, ink(`agent-${hue}`)],
      [`cScale${at}`, ink(`agent-${hue}`)],
      [`git${at}`, ink(`agent-${hue}`)],
    ]),
  );
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    deterministicIds: true,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    class: { htmlLabels: false },
    maxTextSize: 40_000,
    fontFamily: FONT,
    theme: 'base',
    themeVariables: {
      ...hues,
      darkMode: theme === 'dark',
      fontFamily: FONT,
      fontSize: '14px',
      background: ink('sunk'),
      primaryColor: ink('raised'),
      primaryTextColor: ink('ink'),
      primaryBorderColor: ink('ink-3'),
      secondaryColor: ink('tint'),
      tertiaryColor: ink('select'),
      lineColor: ink('ink-2'),
      textColor: ink('ink'),
      noteBkgColor: ink('waiting-ground'),
      noteTextColor: ink('ink'),
      noteBorderColor: ink('waiting-line'),
      edgeLabelBackground: ink('sunk'),
      clusterBkg: ink('tint'),
      clusterBorder: ink('line-2'),
      errorBkgColor: ink('del-ground'),
      errorTextColor: ink('failed'),
    },
  };
}
