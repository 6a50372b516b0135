// What is attached to messages, in English.

export const attachments = {
  'attach.name': 'Attachments',
  'attach.sent': 'Sent attachments',
  'attach.drop': 'Drop files to attach them',
  'attach.preparing': 'Preparing',
  'attach.remove': 'Remove {name}',
  'attach.unfold': 'Put the text of {name} back into the message',
  'attach.asText': 'As text',
  'attach.failed': 'Not attached: {why}.',
  'attach.blind': '{model} doesn’t see images: it gets a note in their place.',
  'attach.use': 'Use {model}',
  'attach.many': {
    one: '{model} takes {n} image in one request. The earlier ones are named only.',
    other: '{model} takes {n} images in one request. The earlier ones are named only.',
  },
  'attach.open': 'Open {name} large',
  'attach.image': 'Image',
  'attach.gone': 'No longer kept',
  'attach.save': 'Save {name}',
  'attach.saved': 'Save',
} as const;
