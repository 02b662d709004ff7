import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'

export const unknownCounts = {
  no_of_sheets: null,
  no_of_inputs: null,
  no_of_outputs: null,
  no_of_formulas: null,
  no_of_cellswithdata: null,
  warnings: null,
}

/** Facts about a built workbook, for existing clients. */
export function workbookCounts(result: EngineUploadResult) {
  return {
    no_of_sheets: result.noOfSheets,
    no_of_inputs: result.noOfInputs,
    no_of_outputs: result.noOfOutputs,
    no_of_formulas: result.noOfFormulas,
    no_of_cellswithdata: result.noOfCellsWithData,
    warnings: result.warnings.length === 0 ? null : result.warnings,
  }
}
