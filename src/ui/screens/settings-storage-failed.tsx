// What failed on the storage page, beside the button that was pressed, brought into view: the page is longer than a
// screen.

import { TriangleAlert } from 'lucide-preact';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { failureText, remedyText } from '../i18n/text.ts';
import type { Storage, StoragePlace } from '../state/storage.ts';

interface FailedProps {
  readonly storage: Storage;
  readonly at: StoragePlace;
}

export function Failed({ storage, at }: FailedProps): VNode | null {
  const line = useRef<HTMLDivElement>(null);
  const failed = storage.failed.value;
  const failure = failed?.at === at ? failed.failure : undefined;
  useEffect(() => {
    if (failure !== undefined) line.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return failure === undefined ? null : (
    <div ref={line} class="storage-trouble" role="alert">
      <Icon of={TriangleAlert} />
      <p>
        {failureText(failure)} {remedyText(failure)}
      </p>
    </div>
  );
}
