// Folders and their grants, in English.

export const folders = {
  'folder.reconnect': 'Reconnect folder',
  'folder.needs': '“{name}” can’t be read yet: since the page was loaded, the browser wants your word again.',
  'folder.gone': '“{name}” is not where it was: it was moved, renamed or deleted. Choose another folder.',
  'folder.none':
    'This browser opens no folders of the disk. Agents can work in a private folder inside the browser instead; files go in and out as zip archives.',
  'folder.other': 'Other folders',
  'workspace.pick': 'Folder to work in',
  'workspace.missing': 'Folder that is gone',
  'blocked.name': 'Lost folder',
  'blocked.read': '“{name}” can’t be read any more',
  'blocked.read.what':
    'The run waits, and its clock stands still. Nothing is lost: once the browser lets Bowline read the folder again, the same step goes on.',
  'blocked.write': 'This is the first write to “{name}”',
  'blocked.write.what':
    'So far the browser lets Bowline only read this folder. The run waits; once you allow writing, the same step goes on.',
  'blocked.refused': 'The browser did not allow it. The run still waits; you can try again or stop it.',
  'folder.allowWriting': 'Allow writing',
  'offer.title': 'Open “{name}”?',
  'offer.read':
    'Agents can read its files, not change them. You can allow writing later, beside its file list.',
  'offer.read.yes': 'Open for reading',
  'offer.copy':
    'This browser lends no folders to pages. Its files are copied into a private folder inside the browser; the ones on disk stay as they are.',
  'offer.copy.yes': 'Copy the files',
  'workspace.private': 'Private folder',
  'workspace.private.next': 'Private folder {n}',
  'folder.private': 'New private folder',
  'folder.import': 'Import a zip archive',
  'folder.export': 'Export as zip',
  'folder.more': 'More about this folder',
  'folder.forget': 'Take off the list',
  'folder.forget.ask': 'Take “{name}” off the list?',
  'folder.forget.what': 'The folder on disk stays as it is. To work in it again, open it again.',
  'folder.forget.yes': 'Take off',
  'folder.delete': 'Delete this folder',
  'folder.delete.ask': 'Delete “{name}” and its files?',
  'folder.delete.what':
    'It is kept only in this browser: its files are gone for good. Export it first to keep a copy.',
  'folder.delete.yes': 'Delete',
  'folder.state.needs-permission': 'Its files show once the folder is connected again.',
  'folder.state.gone': 'The folder was moved, renamed or deleted.',
  'rules.label': '{path} goes into the prompt, {tokens} tokens',
  'access.write': 'Agents may write here',
  'context.rules': 'Project rules ({paths})',
} as const;
