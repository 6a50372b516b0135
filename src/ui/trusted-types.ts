// The page's one Trusted Types policy. Scripts and workers of our own origin pass; everything else that would turn a
// string into code does not. HTML has no way in here: DOMPurify brings its own policy.

interface Policies {
  createPolicy(name: 'default', rules: { createScriptURL(url: string): string }): unknown;
}

function policies(): Policies | undefined {
  return 'trustedTypes' in window ? (window.trustedTypes as Policies) : undefined;
}

export function guardScripts(): void {
  policies()?.createPolicy('default', {
    createScriptURL: (url) => {
      if (new URL(url, location.href).origin === location.origin) return url;
      throw new TypeError('scripts of other origins are not loaded');
    },
  });
}
