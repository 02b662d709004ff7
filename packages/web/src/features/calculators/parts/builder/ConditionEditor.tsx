import { ActionIcon, Button, SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import type { Condition } from '@sheetwright/contract/calculators/condition.ts'
import type { FormPort } from '@sheetwright/contract/calculators/form-spec.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { MessageId } from '../../../../platform/messages/load-messages.ts'
import { useText } from '../../../../platform/messages/use-text.ts'
import { textOf, valueOf } from '../../../../ui/input-text.ts'
import classes from './PartEditor.module.css'

type Comparison = Condition['comparisons'][number]

const operators: Readonly<Record<Comparison['is'], MessageId>> = {
  equal: 'FormCondition.equal',
  notEqual: 'FormCondition.notEqual',
  greater: 'FormCondition.greater',
  less: 'FormCondition.less',
  filled: 'FormCondition.filled',
  empty: 'FormCondition.empty',
}

export interface ConditionEditorProps {
  readonly label: string
  readonly value: Condition | undefined
  /** The inputs that a condition can test. */
  readonly inputs: readonly FormPort[]
  readonly onChange: (value: Condition | undefined) => void
}

/** The condition under which a field is shown or enabled, by the values of other inputs. */
export function ConditionEditor({ label, value, inputs, onChange }: ConditionEditorProps) {
  const text = useText()
  const [first] = inputs
  if (first === undefined) return null
  const fresh: Comparison = { input: first.name, is: 'filled' }
  const set = (comparisons: readonly Comparison[]) =>
    onChange(comparisons.length === 0 ? undefined : { match: value?.match ?? 'all', comparisons: [...comparisons] })
  const comparisons = value?.comparisons ?? []
  return (
    // A fieldset needs a legend; here the switch already is the label.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className={classes.group} role="group" aria-label={label}>
      <Switch
        label={label}
        checked={value !== undefined}
        onChange={(event) => set(event.currentTarget.checked ? [fresh] : [])}
      />
      {comparisons.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={text('FormCondition.match')}
          data={[
            { value: 'all', label: text('FormCondition.all') },
            { value: 'any', label: text('FormCondition.any') },
          ]}
          value={value?.match ?? 'all'}
          onChange={(match) => onChange({ match: match === 'any' ? 'any' : 'all', comparisons: [...comparisons] })}
        />
      )}
      {comparisons.map((comparison, index) => {
        const { input, is } = comparison
        const type = inputs.find(({ name }) => name === input)?.type
        const replace = (next: Comparison) => set(comparisons.map((each, at) => (at === index ? next : each)))
        return (
          // Comparisons have no id, only their index.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={classes.comparison} data-alone={is === 'filled' || is === 'empty' || undefined}>
            <Select
              label={text('FormCondition.input')}
              data={inputs.map(({ name }) => name)}
              value={input}
              allowDeselect={false}
              searchable
              onChange={(name) => name !== null && replace({ ...comparison, input: name })}
            />
            <Select
              label={text('FormCondition.is')}
              data={Object.entries(operators).map(([name, title]) => ({ value: name, label: text(title) }))}
              value={is}
              allowDeselect={false}
              onChange={(name) => name !== null && replace({ ...comparison, is: name as Comparison['is'] })}
            />
            {is !== 'filled' && is !== 'empty' && (
              <TextInput
                label={text('FormCondition.value')}
                value={textOf(comparison.value)}
                onChange={(event) =>
                  replace({ ...comparison, value: valueOf(event.currentTarget.value, type) as string })
                }
              />
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text('FormCondition.remove')}
              onClick={() => set(comparisons.filter((_, at) => at !== index))}
            >
              <IconTrash />
            </ActionIcon>
          </div>
        )
      })}
      {value !== undefined && (
        <div>
          <Button size="xs" variant="subtle" leftSection={<IconPlus />} onClick={() => set([...comparisons, fresh])}>
            {text('FormCondition.add')}
          </Button>
        </div>
      )}
    </div>
  )
}
