import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { annuity } from '../workbooks/annuity.ts'
import { big, BIG_ROWS } from '../workbooks/big.ts'
import { dcf } from '../workbooks/dcf.ts'
import type { BenchModel } from '../workbooks/model.ts'
import { premium } from '../workbooks/premium.ts'
import { type Subject, subjectFrom, subjectOf } from './subject.ts'

/** The generated workbooks by kind. */
const GENERATED: Readonly<Record<string, () => BenchModel>> = {
  premium,
  annuity: () => annuity(1200),
  dcf,
  big: () => big(BIG_ROWS),
}

/** The generated workbooks, and `FOLDER/NAME` for each workbook of the folders. */
export async function subjectKeys(folders: readonly string[]): Promise<string[]> {
  const given = await Promise.all(
    folders.map(async (folder) => {
      const names = (await readdir(folder))
        .filter((name) => name.endsWith(HAND))
        .map((name) => name.slice(0, -HAND.length))
      return names.map((name) => path.join(folder, name))
    }),
  )
  return [...Object.keys(GENERATED), ...given.flat()]
}

const HAND = '.hand.mjs'

export async function subjectOfKey(key: string): Promise<Subject> {
  const generate = GENERATED[key]
  return generate ? subjectOf(generate()) : await subjectFrom(path.dirname(key), path.basename(key))
}

/** Name of a workbook in the report; one from a folder is prefixed with the folder's name. */
export function shownName(key: string): string {
  return key.split(path.sep).slice(-2).join('/')
}

/** Which of the four kinds a workbook is, for its requirements. */
export function kindOf(key: string): string {
  return path.basename(key)
}
