import { lintAdvice, type LintLanguage, lintWorkbook } from '@sheetwright/compiler/lint.ts'
import { asJson, type CommandLine, onlyFile, readCommandLine, UsageProblem } from './command-line.ts'
import { loadWorkbook } from './load-workbook.ts'

export const lintLine = {
  usage: 'lint FILE',
  meaning: 'what is likely to be wrong, with a score',
  options: {
    language: { type: 'string', value: 'en|ja', meaning: 'of the advice, en unless given' },
    'min-score': { type: 'string', value: 'SCORE', meaning: 'fail below this score' },
    json: asJson,
  },
} as const satisfies CommandLine

/** `lint FILE`: what is likely to be wrong in a workbook, or to become so. */
export async function lint(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, lintLine)
  const language = languageOf(values.language)
  const { bound, ports } = await loadWorkbook(onlyFile(positionals, lintLine))
  const report = lintWorkbook(bound, ports)
  const exitCode = report.score < scoreOf(values['min-score']) ? 1 : 0
  if (values.json) {
    const findings = report.findings.map((finding) => ({ ...finding, ...lintAdvice[finding.code][language] }))
    console.log(JSON.stringify({ ...report, findings }))
    return exitCode
  }
  for (const { severity, code, cell, cells, formula, detail } of report.findings) {
    const more = cells > 1 ? ` and ${cells - 1} more` : ''
    console.log(
      `${severity.padEnd(6)}  ${code}  ${cell}${more}: ${detail}${formula === undefined ? '' : `  ${formula}`}`,
    )
  }
  for (const code of new Set(report.findings.map((finding) => finding.code))) {
    const { title, advice } = lintAdvice[code][language]
    console.log(`${code}  ${title}. ${advice}`)
  }
  const omitted = report.omitted > 0 ? `, ${report.omitted} more not listed` : ''
  console.log(
    `Score ${report.score} of 100: ${report.findings.length} findings in ${report.formulas} formulas${omitted}`,
  )
  return exitCode
}

function languageOf(asked: string | undefined): LintLanguage {
  if (asked === undefined || asked === 'en' || asked === 'ja') return asked ?? 'en'
  throw new UsageProblem(`--language is en or ja, not "${asked}"`)
}

function scoreOf(asked: string | undefined): number {
  const score = Number(asked ?? 0)
  if (score >= 0 && score <= 100) return score
  throw new UsageProblem(`--min-score is a number from 0 to 100, not "${asked}"`)
}
