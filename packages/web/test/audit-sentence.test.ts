import { expect, it } from 'vitest'
import { auditSentence } from '../src/features/audit/audit-sentence.ts'
import english from '../src/platform/messages/en.json' with { type: 'json' }
import type { Text } from '../src/platform/messages/use-text.ts'

const text: Text = (id, values = {}) => english[id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

const entry = {
  number: 1,
  at: '2026-11-17T05:30:00.000Z',
  actorId: '01a1e7fc-52b4-7796-816f-a6c095a52a3b',
  actorName: 'Sam',
  action: 'engine.publish',
  entityType: 'engine',
  entityId: '01a1e7fc-62e7-775a-a772-b49727c83cbe',
  entityName: 'Motor premium',
  before: null,
  after: { revision: '2.0.0' },
  correlationId: '',
  hash: '',
}

it('says who published which version', () => {
  expect(auditSentence(text, entry)).toBe('Sam published Motor premium 2.0.0')
})

it('names the engine alone where the change is not about one version', () => {
  expect(auditSentence(text, { ...entry, action: 'engine.delete', after: null })).toBe(
    'Sam deleted the engine Motor premium',
  )
})

it('begins with a word for the operator, who is no person', () => {
  const byCommand = { ...entry, actorId: null, actorName: 'operator' }
  expect(auditSentence(text, byCommand)).toBe('The operator published Motor premium 2.0.0')
})
