/** What the causes that begin a reason mean to somebody who calls an engine. */
const words: ReadonlyMap<string, string> = new Map([
  ['vba', 'the workbook has no function'],
  ['xlm', 'Excel 4.0 macros are not run:'],
  ['outsideService', 'services outside the workbook are not asked:'],
  ['externalLink', 'another workbook is needed:'],
  ['unreadableFormula', 'a formula cannot be read:'],
])

/** Why a cell cannot be computed, in words: `vba: MYTAX` begins with a cause, other reasons are words already. */
export function reasonInWords(reason: string): string {
  const end = reason.indexOf(': ')
  const cause = end < 0 ? undefined : words.get(reason.slice(0, end))
  return cause === undefined ? reason : `${cause} ${reason.slice(end + 2)}`
}
