import { Checkbox, MultiSelect, Select, Text, TextInput } from '@mantine/core'
import { mostGenerated } from '@sheetwright/contract/test-beds/test-bed.ts'
import { generationMethods, type TestGeneration } from '@sheetwright/contract/test-beds/test-generation.ts'
import { type FormEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { NumberTextInput } from '../../../ui/NumberTextInput.tsx'
import { DayInput } from '../../../ui/DayInput.tsx'
import { useEngine, useEngines, useEngineVersions } from '../../engines/queries.ts'
import { useGenerateCases, useReplayCalls } from '../mutations.ts'
import { useGenerationPlan } from '../queries.ts'
import { methodNames, methodTexts } from '../test-names.ts'

type Method = TestGeneration['method']

export interface GenerateDialogProps {
  readonly productId: string
  readonly onClose: () => void
  readonly onGenerated: (testbedId: string) => void
  readonly onReplaying: (runId: string) => void
}

/** Generates cases by a method; shows their number first. Logged calls can be run again at once. */
export function GenerateDialog({ productId, onClose, onGenerated, onReplaying }: GenerateDialogProps) {
  const text = useText()
  const intl = useIntl()
  const engines = useEngines(productId, { name: '', favourites: false, page: 1, pageSize: 1000, sort: undefined })
  const [chosen, setChosen] = useState<string | null>(null)
  const [method, setMethod] = useState<Method>('boundary')
  const [name, setName] = useState('')
  // What is typed stays as it is: a number put into an emptied field would become a part of the next one.
  const [typedCount, setCount] = useState<number | string>(1000)
  const [typedSeed, setSeed] = useState<number | string>(1)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [isReplay, setReplay] = useState(false)
  const [inputs, setInputs] = useState<string[]>([])
  const [candidate, setCandidate] = useState<string | null>(null)
  const [typedShare, setShare] = useState<number | string>(100)
  const [search, setSearch] = useState('')
  const [errorsOnly, setErrorsOnly] = useState(false)
  const generate = useGenerateCases()
  const replay = useReplayCalls()
  const options = engines.data?.items.map(({ id, serviceName }) => ({ value: id, label: serviceName })) ?? []
  const engineId = chosen ?? options[0]?.value
  const count = within(typedCount, 1, mostGenerated, 1)
  const seed = within(typedSeed, 0, 2 ** 31, 0)
  const share = within(typedShare, 1, 100, 100)
  const days = { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }
  const generation = {
    engineId: engineId ?? '',
    method,
    count,
    seed,
    ...(method === 'calls' ? days : inputs.length === 0 ? {} : { inputs }),
  }
  const plan = useGenerationPlan(generation, engineId !== undefined)
  const replays = method === 'calls' && isReplay
  const shown = [typedCount, ...(method === 'random' ? [typedSeed] : []), ...(replays ? [typedShare] : [])]
  const areNumbers = shown.every((typed) => typed === '' || typeof typed === 'number')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (engineId === undefined) return
    if (replays) {
      const asked = {
        engineId,
        most: count,
        sample: share / 100,
        errorsOnly,
        ...(candidate === null ? {} : { version: candidate }),
        ...(search.trim() === '' ? {} : { search: search.trim() }),
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        ...days,
      }
      replay.mutate(asked, { onSuccess: ({ testRun }) => onReplaying(testRun.id) })
      return
    }
    generate.mutate(
      { ...generation, name: name.trim() },
      {
        onSuccess({ testbedId }) {
          toastSuccess(text('Tests.generated'))
          onGenerated(testbedId)
        },
      },
    )
  }

  return (
    <FormDialog
      title={text('Tests.generate')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={replays ? text('Tests.replay') : text('Tests.generateCount', { count: plan.data?.noOfTest ?? 0 })}
      submitting={generate.isPending || replay.isPending}
      submitDisabled={
        plan.data === undefined || plan.data.noOfTest === 0 || (!replays && name.trim() === '') || !areNumbers
      }
      failure={generate.error ?? replay.error ?? plan.error}
    >
      <Select
        label={text('Tests.engine')}
        data={options}
        value={engineId ?? null}
        onChange={(value) => {
          setChosen(value)
          setInputs([])
          setCandidate(null)
        }}
        allowDeselect={false}
      />
      <Select
        label={text('Tests.method')}
        description={text(methodTexts[method])}
        data={generationMethods.map((value) => ({ value, label: text(methodNames[value]) }))}
        value={method}
        onChange={(value) => setMethod(generationMethods.find((one) => one === value) ?? 'boundary')}
        allowDeselect={false}
      />
      {method !== 'calls' && engineId !== undefined && (
        <VariedInputs productId={productId} engineId={engineId} value={inputs} onChange={setInputs} />
      )}
      <TextInput
        label={text('Tests.name')}
        required={!replays}
        value={name}
        maxLength={120}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NumberTextInput
        whole
        label={text('Tests.mostCases')}
        min={1}
        max={mostGenerated}
        value={typedCount}
        onChange={setCount}
      />
      {method === 'random' && (
        <NumberTextInput
          whole
          label={text('Tests.seed')}
          description={text('Tests.seedHint')}
          min={0}
          value={typedSeed}
          onChange={setSeed}
        />
      )}
      {method === 'calls' && (
        <>
          <DayInput label={text('Audit.from')} value={from} onChange={(day) => setFrom(day)} />
          <DayInput label={text('Audit.to')} value={to} onChange={(day) => setTo(day)} />
          <Checkbox
            label={text('Tests.replayAtOnce')}
            checked={isReplay}
            onChange={(event) => setReplay(event.currentTarget.checked)}
          />
          {isReplay && engineId !== undefined && (
            <>
              <Candidate productId={productId} engineId={engineId} value={candidate} onChange={setCandidate} />
              <NumberTextInput label={text('Tests.sample')} min={1} max={100} value={typedShare} onChange={setShare} />
              <TextInput
                label={text('Tests.callSearch')}
                value={search}
                maxLength={200}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
              <Checkbox
                label={text('Tests.errorsOnly')}
                checked={errorsOnly}
                onChange={(event) => setErrorsOnly(event.currentTarget.checked)}
              />
            </>
          )}
        </>
      )}
      {plan.data !== undefined && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {plan.data.possible > plan.data.noOfTest && method !== 'random'
            ? text('Tests.planOf', { count: plan.data.noOfTest, possible: intl.formatNumber(plan.data.possible) })
            : text('Tests.plan', { count: plan.data.noOfTest })}{' '}
          {plan.data.possible === 1 && variesLimits.has(method) && text('Tests.planOfDefaults')}
        </Text>
      )}
    </FormDialog>
  )
}

/** Methods that take the values of an input from what the workbook allows. */
const variesLimits: ReadonlySet<Method> = new Set(['boundary', 'pairwise', 'grid'])

/** The number in a field, held within its limits; an empty field stands for the number given last. */
function within(typed: number | string, least: number, most: number, empty: number): number {
  return typed === '' ? empty : Math.max(least, Math.min(most, Number(typed) || least))
}

interface OfEngine<Value> {
  readonly productId: string
  readonly engineId: string
  readonly value: Value
  readonly onChange: (value: Value) => void
}

function VariedInputs({ productId, engineId, value, onChange }: OfEngine<string[]>) {
  const text = useText()
  const engine = useEngine(productId, engineId)
  const cells = engine.data?.interface.inputs.filter(({ shape }) => shape === 'cell') ?? []
  return (
    <MultiSelect
      label={text('Tests.variedInputs')}
      description={text('Tests.variedInputsHint')}
      data={cells.map(({ name }) => name)}
      value={value}
      onChange={onChange}
      searchable
      clearable
    />
  )
}

function Candidate({ productId, engineId, value, onChange }: OfEngine<string | null>) {
  const text = useText()
  const versions = useEngineVersions(productId, engineId)
  return (
    <Select
      label={text('Tests.candidate')}
      placeholder={text('Tests.versionInUse')}
      data={(versions.data ?? []).map(({ id, revision, state }) => ({
        value: id,
        label: `${revision} · ${text(`VersionState.${state}`)}`,
      }))}
      value={value}
      onChange={onChange}
      clearable
    />
  )
}
