import { error } from './definition.ts'

/** Problems found while resolving formulas and the interface of a workbook. */
export const bindCodes = {
  FORMULA_NOT_UNDERSTOOD: error<{ formula: string; reason: string; position: number }>(
    ({ formula, reason, position }) =>
      `The formula =${formula} cannot be understood: ${reason} (character ${position}). Correct it in Excel and upload again.`,
  ),
} as const
