import { Button, SegmentedControl } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useWhatIf } from '../queries.ts'
import { firstState, hashOfState, questionOf, stateOfHash, whatIfKinds, type WhatIfState } from '../what-if-state.ts'
import { WhatIfForm } from './WhatIfForm.tsx'
import { WhatIfResult } from './WhatIfResult.tsx'
import classes from './WhatIfView.module.css'

const kindNames = {
  sweep: 'WhatIf.sweep',
  tornado: 'WhatIf.tornado',
  solve: 'WhatIf.solve',
  scenarios: 'WhatIf.scenarios',
} as const

/** Results for changed inputs. The question is in the fragment of the address, so that a link restores it. */
export function WhatIfView({ engine }: { readonly engine: EngineDetail }) {
  const text = useText()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const { inputs, outputs } = engine.interface
  const asked = stateOfHash(hash, firstState(engine.interface))
  const [state, setState] = useState<WhatIfState>(asked ?? firstState(engine.interface))
  const question = asked && questionOf(asked, inputs)
  const address = { product: engine.productId, engine: engine.id, version: engine.version.id }
  const answer = useWhatIf(address, question)
  const next = questionOf(state, inputs)
  const change = (changes: Partial<WhatIfState>) => setState((before) => ({ ...before, ...changes }))
  const run = () => {
    if (next !== undefined) void navigate({ to: '.', search: { ...search }, hash: hashOfState(state), replace: true })
  }
  return (
    <div className={classes.page}>
      <Panel title={text('WhatIf.title')}>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            run()
          }}
        >
          <SegmentedControl
            aria-label={text('WhatIf.kind')}
            data={whatIfKinds.map((value) => ({ value, label: text(kindNames[value]) }))}
            value={state.kind}
            onChange={(value) => change({ kind: whatIfKinds.find((each) => each === value) ?? 'sweep' })}
          />
          <WhatIfForm inputs={inputs} outputs={outputs} state={state} onChange={change} />
          <div className={classes.actions}>
            <Button type="submit" leftSection={<IconPlayerPlay />} disabled={next === undefined}>
              {text('WhatIf.run')}
            </Button>
            {asked !== undefined && <CopyButton value={window.location.href} label={text('WhatIf.copyLink')} />}
          </div>
        </form>
      </Panel>
      {question !== undefined && (
        <Panel title={text('WhatIf.result')}>
          {answer.isError ? (
            <FailureState error={answer.error} onRetry={() => void answer.refetch()} />
          ) : answer.data === undefined ? (
            <LoadingBlock />
          ) : (
            <WhatIfResult question={question} answer={answer.data} name={engine.serviceName} />
          )}
        </Panel>
      )}
    </div>
  )
}
