import { ActionIcon, Button, Fieldset, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import {
  conversions,
  type InputRule,
  type MappingCondition,
  type ResultRule,
} from '@sheetwright/contract/ingenium/mapping.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { NumberTextInput } from '../../../ui/NumberTextInput.tsx'
import { codesOf, codesText, literalOf, literalText } from '../mapping-literal.ts'
import classes from './RulesForm.module.css'

type Rule = InputRule | ResultRule

interface RulesFormProps<R extends Rule> {
  readonly label: string
  /** The property that names the target of a rule. */
  readonly target: 'input' | 'field'
  readonly targetLabel: string
  readonly targets: readonly string[]
  readonly fields: readonly string[]
  readonly outputs: readonly string[]
  readonly rules: readonly R[]
  readonly fresh: R
  readonly onChange: (rules: R[]) => void
}

/** The source of each input, or of each field of the result. */
export function RulesForm<R extends Rule>({ rules, fresh, onChange, ...props }: RulesFormProps<R>) {
  const text = useText()
  return (
    <Fieldset variant="unstyled" aria-label={props.label}>
      <Stack gap="sm">
        <ol className={classes.rules}>
          {rules.map((rule, place) => (
            // Several rules may have the same input, so the index is the key; with the count, so that what was typed into
            // a row and is no value does not stay for the one that takes its place.
            // oxlint-disable-next-line react/no-array-index-key -- rows have no identity of their own
            <li key={`${place} of ${rules.length}`}>
              <RuleFields
                {...props}
                row={place + 1}
                rule={rule}
                onChange={(part) => onChange(rules.map((one, i) => (i === place ? { ...one, ...part } : one)))}
                onRemove={rules.length === 1 ? undefined : () => onChange(rules.filter((_, i) => i !== place))}
              />
            </li>
          ))}
        </ol>
        <Group>
          <Button variant="default" size="xs" leftSection={<IconPlus />} onClick={() => onChange([...rules, fresh])}>
            {text('Policies.addRule')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}

interface RuleFieldsProps extends Omit<RulesFormProps<Rule>, 'rules' | 'fresh' | 'onChange'> {
  readonly row: number
  readonly rule: Rule
  readonly onChange: (part: Partial<Rule>) => void
  readonly onRemove: (() => void) | undefined
}

function RuleFields({
  label,
  target,
  targetLabel,
  targets,
  fields,
  outputs,
  row,
  rule,
  onChange,
  onRemove,
}: RuleFieldsProps) {
  const text = useText()
  const of = (what: string) => text('Policies.inRow', { what: `${label}: ${what}`, row })
  const { from } = rule
  const chosen = 'input' in rule ? rule.input : rule.field
  const names = from.kind === 'output' ? outputs : fields
  const kinds = [
    { value: 'field', label: text('Policies.source.field') },
    { value: 'constant', label: text('Policies.source.constant') },
    ...(target === 'field' ? [{ value: 'output', label: text('Policies.source.output') }] : []),
  ]
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="wrap">
        <Select
          size="xs"
          w={170}
          searchable
          aria-label={of(targetLabel)}
          placeholder={targetLabel}
          data={[...new Set([...targets, ...(chosen === '' ? [] : [chosen])])]}
          value={chosen === '' ? null : chosen}
          onChange={(name) => onChange({ [target]: name ?? '' })}
        />
        <Select
          size="xs"
          w={130}
          allowDeselect={false}
          aria-label={of(text('Policies.source'))}
          data={kinds}
          value={from.kind}
          onChange={(kind) =>
            onChange({
              from:
                kind === 'constant'
                  ? { kind, value: null }
                  : { kind: kind === 'output' ? 'output' : 'field', name: '' },
            })
          }
        />
        {from.kind === 'constant' ? (
          <Typed
            label={of(text('Policies.value'))}
            width={170}
            value={literalText(from.value)}
            onTyped={(typed) => onChange({ from: { kind: 'constant', value: literalOf(typed) } })}
          />
        ) : (
          <Select
            size="xs"
            w={170}
            searchable
            aria-label={of(text('Policies.sourceName'))}
            placeholder={text('Policies.sourceName')}
            data={[...new Set([...names, ...(from.name === '' ? [] : [from.name])])]}
            value={from.name === '' ? null : from.name}
            onChange={(name) => onChange({ from: { kind: from.kind, name: name ?? '' } })}
          />
        )}
        <MultiSelect
          size="xs"
          w={230}
          aria-label={of(text('Policies.conversions'))}
          placeholder={rule.conversions.length === 0 ? text('Policies.conversions') : ''}
          data={[...conversions]}
          value={rule.conversions}
          onChange={(wanted) => onChange({ conversions: conversionsOf(wanted) })}
        />
        {'decimals' in rule && (
          <NumberTextInput
            whole
            size="xs"
            w={110}
            min={0}
            max={15}
            aria-label={of(text('Policies.decimals'))}
            placeholder={text('Policies.decimals')}
            value={rule.decimals ?? ''}
            onNumber={(decimals) => onChange({ decimals })}
          />
        )}
        <ActionIcon
          size="sm"
          disabled={onRemove === undefined}
          aria-label={of(text('Policies.remove'))}
          onClick={onRemove}
        >
          <IconTrash />
        </ActionIcon>
      </Group>
      <Group gap="xs" wrap="wrap">
        <Typed
          label={of(text('Policies.codes'))}
          placeholder={text('Policies.codesExample')}
          width={310}
          value={codesText(rule.codes)}
          onTyped={(typed) => onChange({ codes: codesOf(typed) })}
        />
        <Select
          size="xs"
          w={230}
          allowDeselect={false}
          aria-label={of(text('Policies.otherCodes'))}
          data={[
            { value: 'reject', label: text('Policies.otherCodes.reject') },
            { value: 'keep', label: text('Policies.otherCodes.keep') },
          ]}
          disabled={Object.keys(rule.codes).length === 0}
          value={rule.otherCodes}
          onChange={(otherCodes) => onChange({ otherCodes: otherCodes === 'keep' ? 'keep' : 'reject' })}
        />
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus />}
          aria-label={of(text('Policies.addCondition'))}
          onClick={() => onChange({ when: [...rule.when, { field: fields[0] ?? '', is: 'equal', value: '' }] })}
        >
          {text('Policies.addCondition')}
        </Button>
      </Group>
      {rule.when.map((condition, place) => (
        <ConditionFields
          // oxlint-disable-next-line react/no-array-index-key -- rows have no identity of their own, and every field of them is controlled
          key={place}
          of={(what) => of(text('Policies.conditionPart', { what, number: place + 1 }))}
          fields={fields}
          condition={condition}
          onChange={(part) => onChange({ when: rule.when.map((one, i) => (i === place ? { ...one, ...part } : one)) })}
          onRemove={() => onChange({ when: rule.when.filter((_, i) => i !== place) })}
        />
      ))}
    </Stack>
  )
}

function conversionsOf(wanted: readonly string[]): Rule['conversions'] {
  return wanted.flatMap((name) => conversions.filter((known) => known === name))
}

interface ConditionFieldsProps {
  readonly of: (what: string) => string
  readonly fields: readonly string[]
  readonly condition: MappingCondition
  readonly onChange: (part: Partial<MappingCondition>) => void
  readonly onRemove: () => void
}

function ConditionFields({ of, fields, condition, onChange, onRemove }: ConditionFieldsProps) {
  const text = useText()
  const kinds: Readonly<Record<MappingCondition['is'], string>> = {
    equal: text('Policies.is.equal'),
    notEqual: text('Policies.is.notEqual'),
    blank: text('Policies.is.blank'),
    notBlank: text('Policies.is.notBlank'),
    greater: text('Policies.is.greater'),
    less: text('Policies.is.less'),
  }
  return (
    <Group gap="xs" className={classes.condition}>
      <span>{text('Policies.onlyIf')}</span>
      <Select
        size="xs"
        w={170}
        allowDeselect={false}
        aria-label={of(text('Policies.field'))}
        data={[...new Set([...fields, condition.field])]}
        value={condition.field}
        onChange={(field) => onChange({ field: field ?? '' })}
      />
      <Select
        size="xs"
        w={150}
        allowDeselect={false}
        aria-label={of(text('Policies.is'))}
        data={Object.entries(kinds).map(([value, name]) => ({ value, label: name }))}
        value={condition.is}
        onChange={(is) => onChange({ is: is as MappingCondition['is'] })}
      />
      <TextInput
        size="xs"
        w={150}
        aria-label={of(text('Policies.value'))}
        disabled={condition.is === 'blank' || condition.is === 'notBlank'}
        value={condition.value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      <ActionIcon size="sm" aria-label={of(text('Policies.remove'))} onClick={onRemove}>
        <IconTrash />
      </ActionIcon>
    </Group>
  )
}

interface TypedProps {
  readonly label: string
  readonly value: string
  readonly width: number
  readonly placeholder?: string
  readonly onTyped: (typed: string) => void
}

/** A text that is parsed on blur, because parts of it have no meaning. */
function Typed({ label, value, width, placeholder, onTyped }: TypedProps) {
  const [typed, setTyped] = useState<string>()
  const commit = () => {
    if (typed !== undefined && typed !== value) onTyped(typed)
    setTyped(undefined)
  }
  return (
    <TextInput
      size="xs"
      w={width}
      aria-label={label}
      placeholder={placeholder}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && commit()}
    />
  )
}
