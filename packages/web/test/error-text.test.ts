import { ApiError } from '@sheetwright/contract/api-error.ts'
import { expect, test } from 'vitest'
import { errorText } from '../src/platform/messages/error-text.ts'
import type { Text } from '../src/platform/messages/use-text.ts'

const text = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as Text

test('what was entered wrongly is named where no field shows it', () => {
  const message = 'A name cannot contain / \\ : * ? " < > | or control characters.'
  const refused = new ApiError('INVALID_INPUT', message, { status: 400, fieldErrors: [{ field: 'File', message }] })
  expect(errorText(text, refused)).toBe(`Error.withReason Error.INVALID_INPUT ${message}`)
  expect(errorText(text, new ApiError('INVALID_INPUT', 'Wrong', { status: 400 }))).toBe('Error.INVALID_INPUT')
  expect(errorText(text, new ApiError('PRODUCT_NOT_FOUND', 'Gone', { status: 404 }))).toBe('Error.PRODUCT_NOT_FOUND')
})
