// What the tabs of this origin tell each other. A hint where to look again, never the truth: that is in the log.

export interface Channel<Message> {
  /** To all other tabs; not to this one. */
  post(message: Message): void;
  listen(call: (message: Message) => void): void;
  close(): void;
}

/** Messages are objects with a `type`; what else comes (a tab of another version) is the listener's to leave alone. */
export function createChannel<Message extends { readonly type: string }>(name = 'bowline'): Channel<Message> {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen(call) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isMessage<Message>(data)) call(data);
      });
    },
    close: () => channel.close(),
  };
}

function isMessage<Message extends { readonly type: string }>(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string';
}
