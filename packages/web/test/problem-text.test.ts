import type { FormPort } from '@sheetwright/contract/calculators/form-spec.ts'
import type { FieldState } from '@sheetwright/contract/calculators/form-state.ts'
import { describe, expect, it } from 'vitest'
import { problemText } from '../src/features/calculators/problem-text.ts'
import type { Text } from '../src/platform/messages/use-text.ts'

const text = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as Text

function shown(state: Pick<FieldState, 'value' | 'problem' | 'min' | 'max'>, port?: Partial<FormPort>) {
  const field: FieldState = { input: 'Years', options: null, hidden: false, disabled: false, ...state }
  return problemText(text, (sentence) => sentence, field, port as FormPort | undefined)
}

describe('the error of a value', () => {
  it('is what is allowed, outside its limits', () => {
    expect(shown({ value: 61, problem: 'x', min: 0, max: 60 })).toBe('Calculator.between 0 60')
    expect(shown({ value: -1, problem: 'x', min: 0, max: null })).toBe('Calculator.atLeast 0')
    expect(shown({ value: '2027-01-01', problem: 'x', min: null, max: '2026-12-31' })).toMatch(/^Calculator.atMost/)
    expect(shown({ value: 'three', problem: 'x', min: 0, max: 60 })).toBe('Calculator.between 0 60')
    expect(shown({ value: null, problem: 'x', min: 0, max: 60 })).toBe('Calculator.between 0 60')
    const list = { validation: { type: 'list' } } as Partial<FormPort>
    expect(shown({ value: 'z', problem: 'x', min: null, max: null }, list)).toBe('Calculator.fromList')
  })

  it('is what another rule says, inside its limits', () => {
    const problem = 'Nobody can have been claim-free for more years than they may drive.'
    expect(shown({ value: 3, problem, min: 0, max: 60 })).toBe(problem)
    expect(shown({ value: '2026-06-01', problem, min: '2026-01-01', max: null })).toBe(problem)
  })

  it('is nothing for a valid value', () => {
    expect(shown({ value: 3, problem: null, min: 0, max: 60 })).toBeUndefined()
  })
})
