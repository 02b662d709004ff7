import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createServerText } from '../src/platform/messages/server-text.ts'
import table from '../src/platform/messages/server-texts.ja.json' with { type: 'json' }
import { isDiagnosticCode } from '../src/features/engines/diagnostic-text.ts'
import { auditSentence } from '../src/features/audit/audit-sentence.ts'

const japanese: Readonly<Record<string, string>> = table
const translate = createServerText(table)
const packages = path.join(import.meta.dirname, '../..')

describe('sentences of the server in Japanese', () => {
  test('puts in only what the server says', () => {
    const wrong = Object.entries(japanese).filter(([sentence, translation]) =>
      placesOf(translation).some((place) => !placesOf(sentence).includes(place)),
    )
    expect(wrong).toEqual([])
  })

  test('says every sentence in Japanese, whatever is put in', () => {
    const filled = Object.keys(japanese).map((sentence) => sentence.replaceAll(/\{\d\}/g, '7'))
    expect(filled.filter((sentence) => translate(sentence) === sentence)).toEqual([])
  })

  test('says what is put in as it is, and translates it where it is a sentence', () => {
    expect(translate('The engine "Motor premium" has no version yet')).toBe(
      'エンジン "Motor premium" にはまだバージョンがありません',
    )
    expect(translate('DriverAge: "seven" is not allowed; give a number. (Input!B2)')).toContain(
      '数値を指定してください',
    )
    expect(translate('"1800" is not allowed; give a date as YYYY-MM-DD or an Excel serial number. (Quote!B4)')).toBe(
      '"1800" は使用できません。YYYY-MM-DD 形式の日付または Excel のシリアル値を指定してください。（Quote!B4）',
    )
    expect(translate('body.name: is missing; body.age: is missing')).toBe(
      'body.name：指定されていません；body.age：指定されていません',
    )
    expect(translate('Drivers are 18 to 99 years old.')).toBe('Drivers are 18 to 99 years old.')
    const refused = 'The value does not meet the restrictions set for this cell.'
    expect(translate(`Region: ${refused} Give one of City, Town. (Input!B2)`)).toMatch(/次のいずれか.*City, Town/)
    expect(translate(`${refused} Allowed are dates: 2026-01-01 to 2026-12-31.`)).toMatch(
      /日付です：2026-01-01～2026-12-31$/,
    )
    expect(translate(`${refused} Allowed are whole numbers: less than 3, or more than 7.`)).toMatch(/整数です：3 未満/)
    expect(translate(refused)).toMatch(/^このセル/)
    expect(translate('not run on this version as it is now')).toMatch(/実行されていません$/)
    expect(translate('2 of its cases fail')).toBe('2 件のケースが不合格です')
    for (const words of ['Refer to marketing', 'Ask for help']) expect(translate(words)).toBe(words)
    expect(
      translate(
        '2 of 7 compared cells differ from the values saved in the file; 1 of 3 required test beds do not pass',
      ),
    ).toMatch(/^比較した 7 セルのうち 2 セル.*；必須テストベッド 3 件のうち 1 件が不合格です$/)
    const own = 'Nobody can have been claim-free for more years than they may drive.'
    expect(translate(own)).toBe(own)
    expect(translate('a number for Age')).toBe('Age に数値')
    expect(translate('Xref_Rates, row 3, Plan: is empty')).toBe('Xref_Rates、3 行目、Plan：空です')
    expect(translate('Xref_Rates, row 3, Rate: "many" has 4 characters, more than 3')).toBe(
      'Xref_Rates、3 行目、Rate："many"：4 文字あります（上限は 3 文字）',
    )
    expect(translate('Sum: "many" is no number')).toBe('Sum："many" は数値ではありません')
    expect(translate('Age, Expected: Premium')).toBe('Age, Expected: Premium')
    expect(translate('The record has 3 fields instead of 2')).toBe('レコード：項目が 2 個ではなく 3 個あります')
  })
})

test('every diagnostic of a workbook has words', () => {
  expect(diagnosticCodes().filter((code) => !isDiagnosticCode(code))).toEqual([])
})

test('every action of the audit trail is a sentence', () => {
  const text = (id: string) => id
  const entry = { actorName: 'Sam', entityName: 'Motor' }
  expect(
    auditActions().filter((action) => auditSentence(text, { ...entry, action } as never) === 'Audit.otherAction'),
  ).toEqual([])
})

function placesOf(sentence: string): readonly string[] {
  return [...new Set(sentence.match(/\{\d\}/g))].sort()
}

/** The codes of all problems that reading, binding and writing a workbook can find. */
function diagnosticCodes(): readonly string[] {
  const files = globSync('compiler/src/diagnostics/*-codes.ts', { cwd: packages })
  return matches(files, /^ {2}([A-Z_]+): (?:error|warning|info)</gm)
}

/** Everything that the server writes into the audit trail. */
function auditActions(): readonly string[] {
  return matches(globSync('server/src/**/*.ts', { cwd: packages }), /action: '([a-zA-Z]+\.[a-zA-Z]+)'/g)
}

function matches(files: readonly string[], expression: RegExp): readonly string[] {
  const found = files.flatMap((file) =>
    Array.from(readFileSync(path.join(packages, file), 'utf8').matchAll(expression), (match) => match[1] ?? ''),
  )
  return [...new Set(found)].sort()
}
