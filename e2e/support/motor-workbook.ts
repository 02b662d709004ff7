import { workbookFile } from '../../packages/server/demo/workbook-file.ts'

/**
 * A motor tariff with tables, a list, a block of claims and a goal seek; saved values are right unless stated
 * otherwise.
 */
export function motorWorkbook({ rate = 0.031, savedPremium }: { rate?: number; savedPremium?: number } = {}) {
  // Results of the formulas below on the defaults: class B, 34 years, 21,500 insured, two claims.
  const base = 21_500 * rate
  const premium = base * 1.15 * 1 * (1 + 0.1 * 2)
  return workbookFile({
    application: 'Microsoft Excel',
    sheets: [
      {
        name: 'Quote',
        widths: [28, 16],
        cells: {
          A1: { content: 'Motor premium', look: 'title' },
          A3: 'Age of the driver',
          B3: { content: 34, look: 'input' },
          A4: 'Vehicle class',
          B4: { content: 'B', look: 'input' },
          A5: 'Sum insured',
          B5: { content: 21_500, format: '#,##0.00', look: 'input' },
          A6: 'Start of cover',
          B6: { content: 46_037, format: 'yyyy-mm-dd', look: 'input' },
          A8: 'Base premium',
          B8: { content: { formula: '=B5*Rates!B2', saved: base }, format: '#,##0.00' },
          A9: 'Class factor',
          B9: { content: { formula: '=VLOOKUP(B4,Rates!A5:B7,2,FALSE)', saved: 1.15 }, format: '0.00' },
          A10: 'Age factor',
          B10: { content: { formula: '=IF(B3<25,1.8,IF(B3<65,1,1.25))', saved: 1 }, format: '0.00' },
          A11: 'Claims',
          B11: { content: { formula: '=COUNTA(Claims!A2:A6)', saved: 2 } },
          A12: 'Annual premium',
          B12: {
            content: { formula: '=B8*B9*B10*(1+0.1*B11)', saved: savedPremium ?? premium },
            format: '#,##0.00',
            look: 'result',
          },
          A13: 'Monthly premium',
          B13: {
            content: { formula: '=ROUND(B12/12,2)', saved: Math.round((premium / 12) * 100) / 100 },
            format: '#,##0.00',
            look: 'result',
          },
        },
        validations: [
          {
            range: 'B3',
            type: 'whole',
            operator: 'between',
            formula1: '18',
            formula2: '99',
            error: 'Drivers are 18 to 99 years old.',
          },
          { range: 'B4', type: 'list', formula1: 'Rates!$A$5:$A$7', error: 'Choose class A, B or C.' },
        ],
      },
      {
        name: 'Rates',
        cells: {
          A1: { content: 'Rate', look: 'heading' },
          A2: 'Of the sum insured',
          B2: { content: rate, format: '0.00%' },
          A4: { content: 'Class', look: 'heading' },
          B4: { content: 'Factor', look: 'heading' },
          A5: 'A',
          B5: 0.95,
          A6: 'B',
          B6: 1.15,
          A7: 'C',
          B7: 1.4,
        },
      },
      {
        name: 'Claims',
        cells: {
          A1: { content: 'Year', look: 'heading' },
          B1: { content: 'Amount', look: 'heading' },
          A2: 2023,
          B2: { content: 1200, format: '#,##0.00' },
          A3: 2025,
          B3: { content: 340, format: '#,##0.00' },
        },
      },
    ],
    names: [
      { name: 'Xinput_DriverAge', refersTo: 'Quote!$B$3', comment: 'Age in years on the first day of cover' },
      { name: 'Xinput_VehicleClass', refersTo: 'Quote!$B$4' },
      { name: 'Xinput_SumInsured', refersTo: 'Quote!$B$5' },
      { name: 'Xinput_CoverStart', refersTo: 'Quote!$B$6' },
      { name: 'Xinput_Claims', refersTo: 'Claims!$A$1:$B$6', comment: 'Claims of the last five years' },
      { name: 'Xoutput_AnnualPremium', refersTo: 'Quote!$B$12', comment: 'Premium for a year, before tax' },
      { name: 'Xoutput_MonthlyPremium', refersTo: 'Quote!$B$13' },
    ],
  })
}

/** A workbook with a column of formulas whose saved values are all wrong. */
export function wrongWorkbook(rows: number) {
  const cells = Array.from({ length: rows }, (_, index) => [
    `A${index + 1}`,
    { formula: '=ROW()*2', saved: index + 0.5 },
  ])
  return workbookFile({
    application: 'Microsoft Excel',
    sheets: [
      {
        name: 'Column',
        cells: {
          ...Object.fromEntries(cells),
          B1: { formula: '=INFO("system")', saved: 'pcdos' },
          C1: { formula: '="Rate "&0.5', saved: 'Rate 0,5' },
        },
      },
    ],
    names: [{ name: 'Xoutput_Last', refersTo: `Column!$A$${rows}` }],
  })
}
