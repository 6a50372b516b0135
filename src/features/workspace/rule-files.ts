// The names under which people keep rules for agents (T12).

/** The second counts where the first is missing. */
export const RULE_FILES = ['AGENTS.md', 'CLAUDE.md'] as const;
