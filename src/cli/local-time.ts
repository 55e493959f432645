/** The day here: 2026-11-16. Everything for people is in local time; `--json` keeps the ISO times of the record. */
export function localDay(at: string): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
}

/** The time of day here: 14:05:09. */
export function localClock(at: string): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

/** Day and time here: 2026-11-16 14:05. Nothing for a time that cannot be read. */
export function localMinute(at: string): string {
  return Number.isNaN(Date.parse(at)) ? '' : `${localDay(at)} ${localClock(at).slice(0, 5)}`;
}

/** How far the clock here is ahead of UTC at that time: +01:00. */
export function localZone(at: string): string {
  const ahead = -new Date(at).getTimezoneOffset();
  const amount = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60].map(twoDigits).join(':');
  return `${ahead < 0 ? '-' : '+'}${amount}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
