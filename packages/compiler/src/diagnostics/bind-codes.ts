import { error, information, warning } from './definition.ts'

/** Problems found while resolving formulas and the interface of a workbook. */
export const bindCodes = {
  FORMULA_NOT_UNDERSTOOD: error<{ formula: string; reason: string; position: number }>(
    ({ formula, reason, position }) =>
      `The formula =${formula} cannot be understood: ${reason} (character ${position}). Correct it in Excel and upload again.`,
  ),
  NAME_NOT_UNDERSTOOD: error<{ name: string; formula: string; reason: string }>(
    ({ name, formula, reason }) =>
      `The name ${name} holds =${formula}, which cannot be understood: ${reason}. Correct it in the Name Manager and upload again.`,
  ),
  FUNCTION_UNKNOWN: error<{ function: string }>(
    ({ function: name }) =>
      `${name} is not a worksheet function but one of a macro or an add-in, which is never run. Replace it by worksheet functions.`,
  ),
  FUNCTION_OUTSIDE: error<{ function: string }>(
    ({ function: name }) =>
      `${name} needs another program or an outside service and cannot be computed. Replace it by an input or a constant.`,
  ),
  RESULT_MAY_DIFFER: warning<{ function: string }>(
    ({ function: name }) =>
      `The result of ${name} may differ from Excel's: how Excel computes it is published only in part. Compare both before you rely on it.`,
  ),
  BLANKS_LEFT_OUT: warning<{ function: string }>(
    ({ function: name }) =>
      `${name} takes whole columns and rows only up to the last used cell of the sheet; Excel goes on over the blanks after it. Give it the cells in use, or leave out the blanks in Excel too, as TRIMRANGE does.`,
  ),
  COMPATIBILITY_UNKNOWN: warning<{ version: number; known: number }>(
    ({ version, known }) =>
      `The workbook asks for compatibility version ${version} of Excel; it is computed as under version ${known}, the newest that is known. Choose that under Formulas, Calculation Options in Excel, or compare the results.`,
  ),
  MACRO_SHEET_USED: error<{ name: string }>(
    ({ name }) => `${name} is an Excel 4.0 macro, which is never run. Replace it by worksheet functions.`,
  ),
  EXTERNAL_VALUE_MISSING: error<{ reference: string }>(
    ({ reference }) =>
      `The workbook keeps no value of ${reference}. Open it in Excel together with the other workbook and save it, or copy the values in.`,
  ),
  CIRCULAR_REFERENCE: error<{ cells: string }>(
    ({ cells }) =>
      `The cell depends on its own value and iterative calculation is off. Remove the cycle or switch iterative calculation on. Cells of the cycle: ${cells}.`,
  ),
  CIRCULAR_ITERATED: warning<{ cells: string }>(
    ({ cells }) =>
      `The cells depend on each other. The file does not ask for iterative calculation, but its saved values were iterated: the cycle is computed with 100 iterations and a maximum change of 0.001 from the saved values. Cells of the cycle: ${cells}.`,
  ),
  PORT_NOT_A_RANGE: error<{ name: string; text: string }>(
    ({ name, text }) =>
      `${name} must refer to one cell or one block of cells, but it is "${text}". Correct it in the Name Manager.`,
  ),
  PORT_DECLARED_TWICE: error<{ name: string }>(
    ({ name }) => `${name} is declared more than once. Remove or rename all but one in the Name Manager.`,
  ),
  MARK_MOVED: information<{ name: string; from: string; to: string }>(
    ({ name, from, to }) => `${name} was marked at ${from} and was found again at ${to} by its label.`,
  ),
  INPUT_IS_FORMULA: warning<{ name: string }>(
    ({ name }) => `${name} refers to a cell with a formula; a value given for it replaces the formula.`,
  ),
  BLOCK_WITHOUT_ROWS: error<{ name: string }>(
    ({ name }) => `${name} is a block of one row. The first row holds the headings; add at least one row below it.`,
  ),
  BLOCK_HEADING_MISSING: error<{ name: string; heading: string }>(
    ({ name }) => `A column of ${name} has no heading. Write one into the first row of the block.`,
  ),
  BLOCK_HEADING_TWICE: error<{ name: string; heading: string }>(
    ({ name, heading }) => `The heading "${heading}" stands twice in ${name}. Headings must be unique.`,
  ),
  LOCALE_UNKNOWN: warning<{ locale: string }>(
    ({ locale }) =>
      `The property locale is "${locale}", which is not known; the workbook is computed as en-US. Give a language and a country, such as de-DE.`,
  ),
  TIME_ZONE_UNKNOWN: warning<{ timeZone: string }>(
    ({ timeZone }) =>
      `The property timezone is "${timeZone}", which is no time zone; NOW and TODAY give the time in UTC. Give one such as Asia/Tokyo or Europe/London.`,
  ),
  CLOCK_IN_UTC: warning<{ function: string }>(
    (data) =>
      `${data.function} gives the time in UTC; Excel takes the clock of the computer. Give the workbook a property timezone, such as Asia/Tokyo, or take the date as an input.`,
  ),
  INVALID_SOLVE_NAMERANGES: error<{ name: string; problems: readonly string[] }>(
    ({ name, problems }) => `Xsolve_${name} is not a valid solve block: ${problems.join('; ')}.`,
  ),
} as const
