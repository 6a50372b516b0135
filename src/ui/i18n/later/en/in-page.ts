// Models that run in the page, in English.

export const inPage = {
  'inPage.title': 'In this page',
  'inPage.what':
    'A very small model runs inside this tab: no server, no key, nothing leaves it, and it works offline. It is for trying out: it understands a few set phrases and can read one file, no more.',
  'inPage.begin': 'Use the model in this page ({size})',
  'inPage.pick': 'Which model shall new sessions use?',
  'inPage.offline': 'Offline',
  'inPage.keep': 'Make available offline ({size})',
  'inPage.kept': 'On this device: works offline.',
  'inPage.free': 'Delete',
  'inPage.free.of': 'Delete {model} from this device',
  'inPage.missing': 'Fetched when it is first used.',
  'inPage.stopped': 'Stopped; what has come stays, and it goes on from there.',
  'inPage.nowhere': 'inside this tab',
} as const;
