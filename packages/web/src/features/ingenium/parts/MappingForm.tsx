import { Select, Stack, Title } from '@mantine/core'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import type { InputRule, PolicyMapping, ResultRule } from '@sheetwright/contract/ingenium/mapping.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { LayoutForm } from './LayoutForm.tsx'
import { RulesForm } from './RulesForm.tsx'

interface MappingFormProps {
  readonly mapping: PolicyMapping
  readonly ports: Pick<EngineInterface, 'inputs' | 'outputs'> | undefined
  readonly onChange: (mapping: PolicyMapping) => void
}

const usual = { conversions: [], codes: {}, otherCodes: 'reject' as const, when: [] }
const freshInput: InputRule = { input: '', from: { kind: 'field', name: '' }, ...usual }
const freshResult: ResultRule = { field: '', from: { kind: 'output', name: '' }, ...usual, decimals: null }

/** Edits a mapping, from the layout of the extract to that of the result. */
export function MappingForm({ mapping, ports, onChange }: MappingFormProps) {
  const text = useText()
  const { extract, inputs, result, outputs, recordKey } = mapping
  const fields = extract.fields.map(({ name }) => name)
  const names = (list: readonly { name: string; shape?: string }[] | undefined) => (list ?? []).map(({ name }) => name)
  const rules = { fields, outputs: names(ports?.outputs) }
  return (
    <Stack gap="lg">
      <Stack gap="sm">
        <Title order={3}>{text('Policies.form.extract')}</Title>
        <LayoutForm
          label={text('Policies.form.extract')}
          layout={extract}
          onChange={(layout) => onChange({ ...mapping, extract: layout })}
        />
        <Select
          label={text('Policies.recordKey')}
          description={text('Policies.recordKey.about')}
          maw={320}
          clearable
          clearButtonProps={{ 'aria-label': text('FilterBar.clear') }}
          data={[...new Set(fields)]}
          value={recordKey}
          onChange={(name) => onChange({ ...mapping, recordKey: name })}
        />
      </Stack>
      <Stack gap="sm">
        <Title order={3}>{text('Policies.form.inputs')}</Title>
        <RulesForm
          {...rules}
          label={text('Policies.form.inputs')}
          target="input"
          targetLabel={text('Policies.input')}
          targets={names(ports?.inputs)}
          rules={inputs}
          fresh={freshInput}
          onChange={(changed) => onChange({ ...mapping, inputs: changed })}
        />
      </Stack>
      <Stack gap="sm">
        <Title order={3}>{text('Policies.form.result')}</Title>
        <LayoutForm
          label={text('Policies.form.result')}
          layout={result}
          onChange={(layout) => onChange({ ...mapping, result: layout })}
        />
      </Stack>
      <Stack gap="sm">
        <Title order={3}>{text('Policies.form.outputs')}</Title>
        <RulesForm
          {...rules}
          label={text('Policies.form.outputs')}
          target="field"
          targetLabel={text('Policies.resultField')}
          targets={[...new Set(result.fields.map(({ name }) => name))]}
          rules={outputs}
          fresh={freshResult}
          onChange={(changed) => onChange({ ...mapping, outputs: changed })}
        />
      </Stack>
    </Stack>
  )
}
