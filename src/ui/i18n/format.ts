// Numbers, times and sizes as the reader writes them. No break between a number and its unit.

import { spoken, t } from './text.ts';

const NBSP = ' ';
const joined = (text: string): string => text.replaceAll(' ', NBSP);

function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(spoken(), options).format(value);
}

export function formatNumber(value: number): string {
  return number(value);
}

export function formatPercent(share: number): string {
  return number(share, { style: 'percent', maximumFractionDigits: 0 });
}

/** 950, 4.1k, 2M: in the thousands that people of this trade count tokens in, whatever the language. */
export function formatTokens(value: number): string {
  if (value < 1000) return number(Math.round(value));
  const [scaled, unit] = value < 1_000_000 ? [value / 1000, 'k'] : [value / 1_000_000, 'M'];
  return `${number(scaled, { maximumFractionDigits: scaled < 10 ? 1 : 0 })}${unit}`;
}

export function formatUsd(value: number): string {
  const digits = value === 0 || value >= 1 ? 2 : value >= 0.01 ? 3 : 4;
  return number(value, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  });
}

/** How long something took: 84 ms, 3.2 s, 2:48. */
export function formatMs(ms: number): string {
  if (ms < 1000) return joined(t('unit.ms', { n: Math.round(ms) }));
  if (ms < 60_000) return joined(t('unit.s', { n: Math.round(ms / 100) / 10 }));
  return formatElapsed(ms);
}

/** A running clock: 0:07, 2:48, 1:02:03. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return joined(t('unit.bytes', { n: bytes }));
  const kilo = bytes / 1024;
  if (kilo < 1024)
    return joined(t('unit.kb', { n: Math.round(kilo * (kilo < 10 ? 10 : 1)) / (kilo < 10 ? 10 : 1) }));
  return joined(t('unit.mb', { n: Math.round(kilo / 102.4) / 10 }));
}

/** The hour of the log's margin. */
export function formatClock(at: number): string {
  return new Intl.DateTimeFormat(spoken(), { hour: '2-digit', minute: '2-digit', hour12: false }).format(at);
}

export function formatMoment(at: number): string {
  return new Intl.DateTimeFormat(spoken(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** The hour for what is of today, the whole moment for the rest. */
export function formatSince(at: number, now = Date.now()): string {
  return daysBetween(at, now) === 0 ? formatClock(at) : formatMoment(at);
}

/** Day and month in as little room as the hour takes. */
export function formatDay(at: number): string {
  return new Intl.DateTimeFormat(spoken(), { day: '2-digit', month: '2-digit' }).format(at);
}

/** November 2026. */
export function formatMonth(at: number): string {
  return new Intl.DateTimeFormat(spoken(), { month: 'long', year: 'numeric' }).format(at);
}

/** Machine-readable, for `<time>`. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** Whole days between two moments, by the reader's calendar. */
export function daysBetween(at: number, now: number): number {
  const day = (value: number): number => {
    const date = new Date(value);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  };
  return day(now) - day(at);
}
