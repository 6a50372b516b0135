// The connect sheet, in English.

export const connect = {
  'connect.local': 'On this machine',
  'connect.local.what':
    'Asks the usual ports of this machine whether a model server answers. Nothing is asked before you press.',
  'connect.look': 'Look for local servers',
  'connect.looking': 'Looking',
  'connect.none':
    'No local server answered. If one is running, it may not let this page read its answers: choose it below, and Connect says what is in the way.',
  'connect.models': { one: '{n} model', other: '{n} models' },
  'connect.fill': 'Fill in',
  'connect.vendors': 'Elsewhere, with a key of yours',
  'connect.vendors.what':
    'You make the key at the vendor’s and pay there. Bowline stands between you and nobody.',
  'connect.there': 'connected',
  'connect.env': 'Paste a .env block',
  'connect.back': 'Back',
  'connect.site.key': 'Keys are made here:',
  'connect.site.server': 'The server is to be had here:',
  'connect.leaves.loopback': 'What you write stays on this machine: it goes to {host} and nowhere else.',
  'connect.leaves.network':
    'What you write, and what agents read for it, goes to {host} in your network and nowhere else.',
  'connect.leaves.away':
    'What you write, and what agents read for it, leaves this machine and goes to {host}. The key goes nowhere else.',
  'connect.more': 'Another address, or one model by name',
  'connect.withKey': 'It asks for a key',
  'connect.base': 'Address',
  'connect.model': 'Model',
  'connect.model.help': 'Empty: choose from the server’s list after connecting',
  'connect.key': 'Key',
  'connect.key.help': 'Encrypted on this device; sent only to this address.',
  'connect.key.optional':
    'Only if the server asks for one. Encrypted on this device; sent only to this address.',
  'connect.already': '{label} is connected already',
  'connect.beside': 'Add this key beside it',
  'connect.beside.what': 'Two accounts: where one can’t answer, the other does.',
  'connect.replace': 'Put this key in the place of the old one',
  'connect.replace.what': 'Models, order and figures stay as they are.',
  'connect.sign': 'Sign in at {label}',
  'connect.sign.what':
    'You say yes on a page of {label} and come back with a key of your own. You can take it back there at any time.',
  'connect.sign.tab': 'A run is on, so that page opens in a new tab.',
  'connect.sign.origin':
    '{label} sends people back to https addresses and to port 3000 of this machine. This page stands at {origin}: if it is refused there, use a key.',
  'connect.orKey': 'Or with a key',
  'connect.go': 'Connect',
  'connect.going': 'Connecting to {host}',
  'connect.kept': 'Nothing was stored.',
  'connect.pick': 'Connected to {label}. Which model shall new sessions use?',
  'connect.window': 'Its window holds {window} tokens.',
  'connect.window.guess': 'Its window is guessed at {window} tokens; the settings can say better.',
  'connect.keepModel': 'Leave new sessions as they are',
  'connect.use': 'Use this model',
  'connect.noModels': 'Connected to {label}, but it lists no model. Type the name of one and connect again.',
  'connect.refused.unknown-provider': 'The link names a kind of server that is not known here: {provider}.',
  'connect.refused.bad-base-url': 'The address in the link is not one of a model server.',
  'connect.refused.do': 'Nothing was asked or stored. You can choose a server below.',
  'connect.link':
    'This was filled in by a link. Nothing has been asked or stored yet; check the address before you connect.',
  'env.box': 'Lines with keys',
  'env.example': 'OPENAI_API_KEY=…',
  'env.what':
    'Read on this device; nothing is asked or stored before you press Connect. Other lines are left alone.',
  'env.none': 'No key of a vendor that is known here.',
  'env.found': {
    one: '{n} account found. What has no tick is left out.',
    other: '{n} accounts found. What has no tick is left out.',
  },
  'env.ending': 'ends in {end},',
  'env.go': { one: 'Connect {n} account', other: 'Connect {n} accounts' },
  'env.connecting': 'Connecting',
  'env.connected': 'Connected',
  'signIn.going': 'Fetching your key',
  'signIn.no-request': 'Someone sent a sign-in here that nobody was waiting for.',
  'signIn.no-request.do':
    'It may have been used already, or begun in another browser. If it was you, sign in again from here.',
  'signIn.other-request': 'This is not the sign-in that was begun here.',
  'signIn.other-request.do':
    'Its code was not used. The one that you began is still waited for, for ten minutes.',
  'signIn.expired': 'Signing in at {host} took longer than ten minutes.',
  'signIn.expired.do': 'Its code was not used. Sign in again.',
  'signIn.denied': 'You did not allow it at {host}.',
  'signIn.denied.do': 'Sign in again, or use a key.',
  'signIn.not-accepted': '{host} did not accept the code that it had given.',
  'signIn.not-accepted.do': 'Codes are good once and for a short time. Sign in again.',
} as const;
