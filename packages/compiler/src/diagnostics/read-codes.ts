import { error, information, warning } from './definition.ts'

/** Problems found while reading the bytes of a workbook. */
export const readCodes = {
  FILE_EMPTY: error(() => 'The file is empty. Choose a workbook that was saved by Excel.'),
  FILE_TOO_BIG: error<{ bytes: number; limit: number }>(
    ({ bytes, limit }) => `The file has ${bytes} bytes; at most ${limit} are allowed.`,
  ),
  NOT_A_WORKBOOK: error<{ found: string }>(
    ({ found }) =>
      `This is not an Excel workbook but ${found}. Open it in Excel and save it as an Excel workbook (.xlsx).`,
  ),
  PASSWORD_PROTECTED: error(
    () =>
      'The workbook is encrypted with a password. Remove the password in Excel (File, Info, Protect Workbook) and save it.',
  ),
  FILE_DAMAGED: error<{ part: string; reason: string }>(
    ({ part, reason }) =>
      `The workbook is damaged: ${part}: ${reason}. Open it in Excel, let Excel repair it, and save it.`,
  ),
  PART_DAMAGED: warning<{ part: string; reason: string }>(
    ({ part, reason }) => `A part of the workbook could not be read completely: ${part}: ${reason}.`,
  ),
  PART_MISSING: warning<{ part: string }>(({ part }) => `The workbook refers to ${part}, which is not in the file.`),
  SHEET_DAMAGED: error<{ reason: string }>(
    ({ reason }) =>
      `The sheet could not be read completely: ${reason}. Open the workbook in Excel, let Excel repair it, and save it.`,
  ),
  TOO_MUCH: error<{ what: string; limit: number }>(
    ({ what, limit }) => `The workbook has more ${what} than allowed (${limit}).`,
  ),
  COMPRESSION_SUSPICIOUS: error<{ part: string; limit: number }>(
    ({ part, limit }) =>
      `Part ${part} of the file unpacks to more than ${limit} times its packed size; the file is refused for safety.`,
  ),
  XML_FORBIDDEN: error<{ part: string }>(
    ({ part }) =>
      `Part ${part} of the file declares a document type or entities, which no Excel workbook does; the file is refused for safety.`,
  ),
  CELL_OUTSIDE_GRID: warning<{ reference: string }>(
    ({ reference }) => `The file holds a cell at "${reference}", which is outside the sheet; it was left out.`,
  ),
  VALUE_UNREADABLE: warning<{ type: string; text: string }>(
    ({ type, text }) => `The saved value "${text}" is not a valid ${type}; the cell is taken as having no value.`,
  ),
  FORMULA_UNREADABLE: error<{ reason: string }>(
    ({ reason }) => `The formula could not be decoded (${reason}). Save the workbook as .xlsx and upload that.`,
  ),
  SHARED_FORMULA_WITHOUT_MASTER: error<{ index: string }>(
    ({ index }) =>
      `The cell takes part in shared formula ${index}, whose text is missing. Save the workbook again in Excel.`,
  ),
  VALIDATION_UNREADABLE: warning<{ reason: string }>(
    ({ reason }) => `A data validation could not be read (${reason}). Save the workbook as .xlsx and upload that.`,
  ),
  NOT_READ: warning<{ what: string; format: string }>(
    ({ what, format }) => `From an ${format} file ${what} cannot be read. Save the workbook as .xlsx if you need them.`,
  ),
  OLD_FORMAT: error<{ version: string }>(
    ({ version }) =>
      `The file is in the old ${version} format, which is not read. Open it in Excel and save it as .xlsx.`,
  ),
  CELL_MEMBERS_OVERLAP: warning<{ first: string; second: string }>(
    ({ first, second }) =>
      `The array formulas at ${first} and ${second} claim the same cells; the first one keeps them.`,
  ),
  MACROS_IGNORED: information(
    () => 'The workbook contains macros. They are never run; formulas that call them cannot be computed.',
  ),
} as const
