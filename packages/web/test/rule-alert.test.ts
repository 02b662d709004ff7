import { ApiError } from '@sheetwright/contract/api-error.ts'
import { describe, expect, test } from 'vitest'
import { isRuleFailure, ruleAlert } from '../src/ui/feedback/rule-alert.ts'
import { unplacedFailure } from '../src/ui/feedback/unplaced-failure.ts'

const refusedBy = (field: string) =>
  new ApiError('RULE_VALIDATION_FAILED', 'refused', { status: 403, fieldErrors: [{ field, message: 'x' }] })

describe('what a rule forbids', () => {
  test.each([
    ['rule.Product.NoOfProducts', 'Error.noOfProductExceeded'],
    ['rule.ProductEngine.NoOfEngine', 'Error.noOfEnginesExceeded'],
    ['rule.ProductEngine.Add', 'Error.permissionError'],
    ['rule.constructor', 'Error.permissionError'],
  ])('%s is told by %s', (field, message) => {
    expect(ruleAlert(refusedBy(field))).toBe(message)
  })

  test('is told apart from every other failure', () => {
    expect(isRuleFailure(refusedBy('rule.Product.Clone'))).toBe(true)
    expect(isRuleFailure(new ApiError('PERMISSION_DENIED', 'no'))).toBe(false)
    expect(isRuleFailure(new Error('RULE_VALIDATION_FAILED'))).toBe(false)
    expect(isRuleFailure(null)).toBe(false)
  })
})

test('a failure that a field tells about is not told again above the form', () => {
  const failure = new Error('taken')
  expect(unplacedFailure(failure, {})).toBe(failure)
  expect(unplacedFailure(failure, { name: 'taken' })).toBeNull()
})
