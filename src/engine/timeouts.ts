// The one table of time-outs (E20). Idle-based; lenient for models on this machine. There is no other one.

export interface Timeouts {
  /** Until the response headers. */
  readonly connectMs: number;
  /** From headers to the first content event. A local model may be loading its weights. */
  readonly firstContentMs: number;
  /** Between two events of a stream. */
  readonly idleMs: number;
  /** A tool without progress; a tool may set its own in its definition. */
  readonly toolIdleMs: number;
  /** One regular-expression, schema or extraction job in the scan worker. */
  readonly scanMs: number;
  /** After Stop, for a tool to end by itself and tell what it did. */
  readonly stopGraceMs: number;
  readonly summaryMs: number;
  readonly embeddingMs: number;
}

/** Changed in Settings → Models, per account. */
export const TIMEOUTS: { readonly remote: Timeouts; readonly local: Timeouts } = {
  remote: {
    connectMs: 30_000,
    firstContentMs: 120_000,
    idleMs: 90_000,
    toolIdleMs: 120_000,
    scanMs: 10_000,
    stopGraceMs: 100,
    summaryMs: 120_000,
    embeddingMs: 30_000,
  },
  local: {
    connectMs: 60_000,
    firstContentMs: 600_000,
    idleMs: 300_000,
    toolIdleMs: 120_000,
    scanMs: 10_000,
    stopGraceMs: 100,
    summaryMs: 600_000,
    embeddingMs: 120_000,
  },
};

/** Looking for servers on this machine: a closed port answers at once, so what is slower than this isn't there. */
export const LOCAL_PROBE_MS = 3_000;
