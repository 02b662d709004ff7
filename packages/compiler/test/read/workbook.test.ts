import { expect, test } from 'vitest'
import { readWorkbook } from '../../src/1-read/read-workbook.ts'
import { buildWorkbook, workbookParts, zipParts } from '../workbook-builder.ts'
import { cellAt, readSample, valuesOf } from './read-sample.ts'

test('sheets in order with their visibility', async () => {
  const workbook = await readSample({
    sheets: [
      { name: 'Übersicht & "Q"' },
      { name: '計算', state: 'hidden' },
      { name: '__proto__', state: 'veryHidden' },
    ],
  })
  expect(workbook.sheets.map(({ name, visibility, kind }) => [name, visibility, kind])).toEqual([
    ['Übersicht & "Q"', 'visible', 'worksheet'],
    ['計算', 'hidden', 'worksheet'],
    ['__proto__', 'veryHidden', 'worksheet'],
  ])
})

test('defined names with scope, comment and visibility', async () => {
  const workbook = await readSample({
    sheets: [{ name: 'A' }, { name: 'B' }],
    names: [
      { name: 'Xinput_age', text: 'A!$B$2', comment: 'Age & more' },
      { name: 'rate', text: 'B!$C$1', sheet: 1, hidden: true },
      { name: '_xlnm.Print_Area', text: 'A!$A$1:$C$9', sheet: 0 },
    ],
  })
  expect(workbook.names).toEqual([
    { name: 'Xinput_age', sheet: undefined, text: 'A!$B$2', comment: 'Age & more', hidden: false, macro: 'none' },
    { name: 'rate', sheet: 1, text: 'B!$C$1', comment: undefined, hidden: true, macro: 'none' },
    { name: '_xlnm.Print_Area', sheet: 0, text: 'A!$A$1:$C$9', comment: undefined, hidden: false, macro: 'none' },
  ])
})

test('names of macros are marked', async () => {
  const workbook = await readSample({
    sheets: [{ name: 'A' }],
    parts: {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="rId1"/></sheets><definedNames><definedName name="f" function="1" vbProcedure="1">#NAME?</definedName>' +
        '<definedName name="g" xlm="1">Macro1!$A$1</definedName></definedNames></workbook>',
    },
  })
  expect(workbook.names.map(({ macro }) => macro)).toEqual(['vba', 'xlm'])
})

test('calculation settings, given and left out', async () => {
  const given = await readSample({
    sheets: [{ name: 'S' }],
    calculation: 'calcMode="manual" iterate="1" iterateCount="7" iterateDelta="1E-5" fullPrecision="0"',
    compatibilityVersion: 2,
  })
  expect(given.calculation).toEqual({
    mode: 'manual',
    iterate: true,
    iterateCount: 7,
    iterateDelta: 1e-5,
    fullPrecision: false,
    compatibilityVersion: 2,
  })
  const plain = await readSample({ sheets: [{ name: 'S' }] })
  expect(plain.calculation).toEqual({
    mode: 'auto',
    iterate: false,
    iterateCount: 100,
    iterateDelta: 0.001,
    fullPrecision: true,
    compatibilityVersion: 1,
  })
})

test('tables with headers, totals and formulas', async () => {
  const workbook = await readSample({
    sheets: [
      { name: 'A' },
      {
        name: 'B',
        tables: [
          {
            name: 'Sales',
            range: 'B2:C5',
            totalsRow: true,
            columns: ['Item', { name: 'Net_x000a_price', formula: 'Sales[[#This Row],[Item]]*2', totals: 'sum' }],
          },
          { name: 'Bare', range: 'E1:E3', noHeader: true, columns: ['Column1'] },
        ],
      },
    ],
  })
  expect(workbook.tables).toEqual([
    {
      name: 'Sales',
      sheet: 1,
      range: { top: 1, left: 1, bottom: 4, right: 2 },
      headerRows: 1,
      totalsRows: 1,
      columns: [
        {
          name: 'Item',
          totalsFunction: undefined,
          totalsLabel: undefined,
          totalsFormula: undefined,
          calculatedFormula: undefined,
        },
        {
          name: 'Net\nprice',
          totalsFunction: 'sum',
          totalsLabel: undefined,
          totalsFormula: undefined,
          calculatedFormula: 'Sales[[#This Row],[Item]]*2',
        },
      ],
    },
    expect.objectContaining({ name: 'Bare', sheet: 1, headerRows: 0, totalsRows: 0 }),
  ])
})

test('data validations of the old and of the extension form', async () => {
  const workbook = await readSample({
    sheets: [
      {
        name: 'S',
        validationsXml:
          '<dataValidation type="whole" operator="greaterThan" errorStyle="warning" allowBlank="1" showErrorMessage="1" errorTitle="Age" error="Too_x000a_young" sqref="A1 C3:D4"><formula1>17</formula1></dataValidation>' +
          '<dataValidation type="list" sqref="B1"><formula1>"Yes, No,Maybe"</formula1></dataValidation>' +
          '<dataValidation type="list" sqref="B2"><mc:AlternateContent xmlns:mc="m"><mc:Choice Requires="x12ac"><x12ac:list>"1,000",2</x12ac:list></mc:Choice><mc:Fallback><formula1>"1,000,2"</formula1></mc:Fallback></mc:AlternateContent></dataValidation>',
        afterXml:
          '<extLst><ext><x14:dataValidations xmlns:x14="a" xmlns:xm="b"><x14:dataValidation type="list" showInputMessage="1" prompt="Pick"><x14:formula1><xm:f>Lists!$A$1:$A$3</xm:f></x14:formula1><xm:sqref>E5</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>',
      },
    ],
  })
  const [age, list, commas, extended] = workbook.sheets[0]?.validations ?? []
  expect(age).toMatchObject({
    type: 'whole',
    operator: 'greaterThan',
    errorStyle: 'warning',
    allowBlank: true,
    showError: true,
    errorTitle: 'Age',
    errorMessage: 'Too\nyoung',
    formula1: '17',
    formula2: undefined,
    ranges: [
      { top: 0, left: 0, bottom: 0, right: 0 },
      { top: 2, left: 2, bottom: 3, right: 3 },
    ],
  })
  expect(list).toMatchObject({ type: 'list', items: ['Yes', 'No', 'Maybe'], errorStyle: 'stop', operator: 'between' })
  expect(commas?.items).toEqual(['1,000', '2'])
  expect(extended).toMatchObject({
    items: undefined,
    formula1: 'Lists!$A$1:$A$3',
    showPrompt: true,
    promptMessage: 'Pick',
    ranges: [{ top: 4, left: 4, bottom: 4, right: 4 }],
  })
})

test('rows hidden by hand and by a filter are told apart', async () => {
  const workbook = await readSample({
    sheets: [
      {
        name: 'S',
        hiddenRows: [2, 3, 9],
        autoFilterXml:
          '<autoFilter ref="A1:B5"><filterColumn colId="0"><filters><filter val="x"/></filters></filterColumn></autoFilter>',
      },
      { name: 'T', hiddenRows: [2], autoFilterXml: '<autoFilter ref="A1:B5"/>' },
      {
        name: 'Saved views are not in effect',
        hiddenRows: [2],
        afterXml:
          '<customSheetViews><customSheetView><pane xSplit="1" state="frozen"/><autoFilter ref="A1:B5"><filterColumn colId="0"/></autoFilter></customSheetView></customSheetViews>',
      },
    ],
  })
  const [filtered, plain, views] = workbook.sheets
  expect([...(filtered?.rows ?? [])].map(([row, { hidden }]) => [row, hidden])).toEqual([
    [1, 'filter'],
    [2, 'filter'],
    [8, 'manual'],
  ])
  expect(plain?.rows.get(1)?.hidden).toBe('manual')
  expect(views).toMatchObject({ autoFilter: undefined, frozen: undefined })
  expect(views?.rows.get(1)?.hidden).toBe('manual')
  expect(plain?.autoFilter).toEqual({ top: 0, left: 0, bottom: 4, right: 1 })
})

test('what it takes to show the sheet: widths, merges, panes, styles', async () => {
  const workbook = await readSample({
    sheets: [
      {
        name: 'S',
        merges: ['A1:C1'],
        beforeXml:
          '<sheetViews><sheetView showGridLines="0" rightToLeft="1"><pane xSplit="1" ySplit="2" state="frozen"/></sheetView></sheetViews>' +
          '<sheetFormatPr defaultRowHeight="20" defaultColWidth="12"/><cols><col min="2" max="4" width="30.5" hidden="1" style="1"/></cols>',
        cells: { A1: { value: 0.5, style: 1 } },
      },
    ],
    stylesXml:
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0.0%"/></numFmts><fonts><font/><font><b/><i val="0"/><color theme="4" tint="-0.25"/><sz val="9"/><name val="Arial"/></font></fonts>' +
      '<fills><fill/><fill><patternFill patternType="solid"><fgColor rgb="FFFFCC00"/></patternFill></fill></fills>' +
      '<borders><border/><border><left style="thin"><color indexed="10"/></left></border></borders>' +
      '<cellXfs><xf/><xf numFmtId="170" fontId="1" fillId="1" borderId="1" quotePrefix="1"><alignment horizontal="right" wrapText="1" textRotation="135"/><protection locked="0"/></xf></cellXfs></styleSheet>',
  })
  const [sheet] = workbook.sheets
  expect(sheet).toMatchObject({
    merges: [{ top: 0, left: 0, bottom: 0, right: 2 }],
    columns: [{ first: 1, last: 3, width: expect.closeTo(30.5 - 5 / 7), hidden: true, style: 1 }],
    defaultColumnWidth: expect.closeTo(12 - 5 / 7),
    defaultRowHeight: 20,
    showGridLines: false,
    rightToLeft: true,
    frozen: { rows: 2, cols: 1 },
  })
  expect(workbook.styles[1]).toEqual({
    numberFormat: '0.0%',
    font: { name: 'Arial', size: 9, bold: true, italic: false, underline: false, strike: false, color: '#366092' },
    fill: '#FFCC00',
    borders: { left: { style: 'thin', color: '#FF0000' }, right: undefined, top: undefined, bottom: undefined },
    alignment: { horizontal: 'right', vertical: undefined, wrap: true, indent: 0, rotation: -45 },
    quotePrefix: true,
    locked: false,
  })
})

test('number formats by number and by code', async () => {
  const workbook = await readSample({
    sheets: [{ name: 'S' }],
    stylesXml:
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;€&quot;0"/></numFmts><cellXfs><xf numFmtId="9"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="999"/></cellXfs></styleSheet>',
  })
  expect(workbook.styles.map(({ numberFormat }) => numberFormat)).toEqual(['0%', 'm/d/yyyy', '"€"0', 'General'])
})

test('document and custom properties', async () => {
  const { properties } = await readSample({
    sheets: [{ name: 'S' }],
    modified: '2024-05-06T07:08:09Z',
    application: { name: 'Microsoft Excel', version: '16.0300' },
    customProperties: { ServiceName: 'Premium', limit: 12.5, live: true },
  })
  expect(properties).toMatchObject({
    modified: '2024-05-06T07:08:09Z',
    application: 'Microsoft Excel',
    applicationVersion: '16.0300',
  })
  expect(Object.fromEntries(properties.custom)).toEqual({ ServiceName: 'Premium', limit: 12.5, live: true })
})

test('external links keep the values Excel saved of the other workbook', async () => {
  const workbook = await readSample({
    sheets: [{ name: 'S' }],
    externalLinks: [
      {
        target: 'file:///rates.xlsx',
        xml:
          '<externalLink xmlns:r="r"><externalBook r:id="rId1"><sheetNames><sheetName val="Rates"/><sheetName val="Old"/></sheetNames>' +
          '<definedNames><definedName name="base" refersTo="=Rates!$A$1" sheetId="0"/></definedNames>' +
          '<sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1"><v>0.5</v></cell><cell r="B1" t="str"><v>x</v></cell><cell r="C1" t="e"><v>#REF!</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>',
      },
    ],
  })
  const [link] = workbook.externalLinks
  expect(link).toMatchObject({
    kind: 'workbook',
    target: 'file:///rates.xlsx',
    names: [{ name: 'base', sheet: 0, text: 'Rates!$A$1' }],
  })
  expect(link?.sheets.map(({ name, cells }) => [name, cells.size])).toEqual([
    ['Rates', 3],
    ['Old', 0],
  ])
  expect(link?.sheets[0]?.cells.get(0, 0)).toMatchObject({ value: 0.5 })
})

test('parts are found through relationships: other folders, absolute targets, letter case, prefixes, strict addresses', async () => {
  const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
  const bytes = await zipParts({
    '_rels/.RELS': `<Relationships><Relationship Id="a" Type="${strict}/officeDocument" Target="/Book/Main.xml"/></Relationships>`,
    'book/main.xml':
      '<x:workbook xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:rel="r"><x:sheets><x:sheet name="S" rel:id="q"/></x:sheets></x:workbook>',
    'book/_rels/main.xml.rels': `<Relationships><Relationship Id="q" Type="${strict}/worksheet" Target="../other%20place/one.xml"/></Relationships>`,
    'other place/one.xml':
      '<y:worksheet xmlns:y="u"><y:sheetData><y:row><y:c><y:f>1+1</y:f><y:v>2</y:v></y:c></y:row></y:sheetData></y:worksheet>',
  })
  const { workbook, diagnostics } = await readWorkbook(bytes)
  expect(diagnostics).toEqual([])
  expect(workbook && valuesOf(workbook)).toEqual({ A1: 2 })
  expect(workbook && cellAt(workbook, 'A1')).toMatchObject({ formula: { text: '1+1' } })
})

test('UTF-16 parts are read', async () => {
  const sheet =
    '\uFEFF<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row><c t="str"><v>ü漢</v></c></row></sheetData></worksheet>'
  const bytes = await buildWorkbook({
    sheets: [{ name: 'S' }],
    parts: { 'xl/worksheets/sheet1.xml': Buffer.from(sheet, 'utf16le') },
  })
  const { workbook } = await readWorkbook(bytes)
  expect(workbook && valuesOf(workbook)).toEqual({ A1: 'ü漢' })
})

test('a VBA project is noted and nothing of it is read', async () => {
  const parts = workbookParts({ sheets: [{ name: 'S' }] })
  parts['xl/vbaProject.bin'] = Buffer.from('not really')
  parts['xl/_rels/workbook.xml.rels'] = String(parts['xl/_rels/workbook.xml.rels']).replace(
    '</Relationships>',
    '<Relationship Id="v" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/></Relationships>',
  )
  const { workbook, diagnostics } = await readWorkbook(await zipParts(parts))
  expect(workbook?.hasVba).toBe(true)
  expect(diagnostics.map(({ code }) => code)).toEqual(['MACROS_IGNORED'])
})
