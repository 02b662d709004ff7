import { onTestFinished, expect, it, vi } from 'vitest'
import { buildWorkbook } from '../../../compiler/test/workbook-builder.ts'
import { openSpreadsheetRunner } from '../../src/features/execution/spreadsheet/spreadsheet-runner.ts'
import { openOffice } from '../../src/platform/office/office.ts'
import { premiumWorkbook } from './workbooks.ts'

it('a LibreOffice that does not start fails the calculation and nothing else', async () => {
  // An unhandled rejection would end the server.
  const leftOver = vi.fn()
  process.on('unhandledRejection', leftOver)
  onTestFinished(() => void process.off('unhandledRejection', leftOver))
  const office = await openOffice('/bin/false')
  const runner = openSpreadsheetRunner(office, { seconds: 30, megabytes: 512, processes: 1 })
  const workbook = await buildWorkbook(premiumWorkbook())
  await expect(runner.check(workbook, { locale: 'en-US', owner: 'tenant' })).rejects.toMatchObject({
    code: 'CALCULATION_LIMIT_EXCEEDED',
    message: 'LibreOffice does not start',
  })
  expect(leftOver).not.toHaveBeenCalled()
  await runner.close()
  await office.close()
})
