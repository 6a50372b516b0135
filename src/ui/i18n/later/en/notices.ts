// Notices of the system and the screen that stays on, in English.

export const notices = {
  'notice.title': 'While you are elsewhere',
  'notice.switch': 'Notify me',
  'notice.what': 'When a run in the background ends or waits for you. The browser asks for permission once.',
  'notice.denied': 'This browser refuses notices of this page. Its site settings can allow them.',
  'notice.unsupported': 'This browser shows no notices of pages.',
  'notice.asks': 'Waiting for you',
  'notice.done': 'Done',
  'notice.failed': 'Failed. What was done so far is kept.',
  'notice.interrupted': 'Interrupted. It can go on from there.',
  'notice.over-budget': 'The budget is spent. It can be raised.',
  'awake.switch': 'Keep the screen on',
  'awake.what':
    'While a run is on and the page is in sight: some devices sleep otherwise, and the run with them.',
} as const;
