// The connect sheet, in English.

export const connect = {
  'connect.local': 'On this machine',
  'connect.local.what':
    'Asks the usual ports of this machine whether a model server answers. Nothing is asked before you press.',
  'connect.look': 'Look for local servers',
  'connect.looking': 'Looking',
  'connect.none':
    'No local server answered. If one is running, it may not let this page read its answers; its address can be typed below.',
  'connect.models': { one: '{n} model', other: '{n} models' },
  'connect.fill': 'Fill in',
  'connect.address': 'By address',
  'connect.provider': 'Kind of server',
  'connect.later': '{label}, later version',
  'connect.base': 'Address',
  'connect.model': 'Model',
  'connect.model.help': 'Empty: choose from the server’s list after connecting',
  'connect.key': 'Key',
  'connect.key.help': 'Encrypted on this device; sent only to this address.',
  'connect.key.optional':
    'Only if the server asks for one. Encrypted on this device; sent only to this address.',
  'connect.go': 'Connect',
  'connect.going': 'Connecting to {host}',
  'connect.kept': 'Nothing was stored.',
  'connect.pick': 'Connected to {label}. Which model shall new sessions use?',
  'connect.use': 'Use this model',
  'connect.noModels': 'Connected to {label}, but it lists no model. Type the name of one and connect again.',
  'connect.refused.unknown-provider': 'The link names a kind of server that is not known here: {provider}.',
  'connect.refused.not-yet': 'The link is for {provider}, which comes with a later version.',
  'connect.refused.bad-base-url': 'The address in the link is not one of a model server.',
  'connect.refused.do': 'Nothing was asked or stored. You can type an address below.',
  'connect.link':
    'This was filled in by a link. Nothing has been asked or stored yet; check the address before you connect.',
} as const;
