// The one sanitiser of the page: it brings a Trusted Types policy along, and the page's response allows one of its name.

import DOMPurify from 'dompurify';

export const purify = DOMPurify(window);

// Before the nodes reach this document: an image with an address would be fetched the moment it does.
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'IMG') return;
  node.setAttribute('data-target', node.getAttribute('src') ?? '');
  node.removeAttribute('src');
});
