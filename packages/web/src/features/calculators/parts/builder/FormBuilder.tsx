import { Alert } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { FormDraft } from '@sheetwright/contract/calculators/form-draft.ts'
import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import { layoutProblems } from '@sheetwright/contract/calculators/layout-problems.ts'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { errorText } from '../../../../platform/messages/error-text.ts'
import type { MessageId } from '../../../../platform/messages/load-messages.ts'
import { useProductHome } from '../../../../platform/addresses/product-home.ts'
import { useText } from '../../../../platform/messages/use-text.ts'
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../../ui/feedback/use-leave-guard.ts'
import { Page } from '../../../../ui/page/Page.tsx'
import { PageTrail } from '../../../../ui/page/PageTrail.tsx'
import { Panel } from '../../../../ui/page/Panel.tsx'
import type { Part } from '../../builder/layout-edits.ts'
import { markOf, showPart } from '../../builder/show-part.ts'
import { problemLine } from '../../builder/problem-names.ts'
import { useHistory } from '../../builder/use-history.ts'
import { useFormActions } from '../../mutations.ts'
import type { CalculatorAddress } from '../../queries.ts'
import { Calculator } from '../Calculator.tsx'
import { BuilderActions } from './BuilderActions.tsx'
import { Outline } from './Outline.tsx'
import { PartEditor } from './PartEditor.tsx'
import { PublishFormDialog } from './PublishFormDialog.tsx'
import classes from '../../pages/FormBuilderPage.module.css'

export interface FormBuilderProps {
  readonly address: CalculatorAddress
  readonly versionId: string | undefined
  readonly draft: FormDraft
}

const changeNames: Readonly<Record<FormDraft['changes'][number]['kind'], MessageId>> = {
  added: 'FormBuilder.changed.added',
  removed: 'FormBuilder.changed.removed',
  retyped: 'FormBuilder.changed.retyped',
}

/** The form builder: outline, editor of the chosen part, and the page as visitors will see it. */
export function FormBuilder({ address, versionId, draft }: FormBuilderProps) {
  const text = useText()
  const { spec, own } = draft
  const history = useHistory(spec.layout)
  const { layout, change } = history
  const [stored, setStored] = useState<{ draft: FormDraft; layout: FormLayout }>({ draft, layout: spec.layout })
  const [selected, select] = useState<Part>({ kind: 'form' })
  const [section, setSection] = useState<string>()
  const [publishing, setPublishing] = useState(false)
  const { save, publish, open } = useFormActions(address, versionId)
  const problems = useMemo(() => layoutProblems(layout, spec), [layout, spec])
  const preview = useMemo(() => ({ ...spec, layout }), [spec, layout])
  const previewOf = useMemo(() => ({ ...spec, layout: own }), [spec, own])
  const isUnsaved = layout !== stored.layout || (stored.draft.edition === 0 && stored.draft.changes.length > 0)
  const previewed = useRef<HTMLDivElement>(null)
  const chosen = markOf(layout, selected)
  useEffect(() => {
    if (previewed.current !== null) showPart(previewed.current, chosen)
  }, [chosen])
  const guard = useLeaveGuard(layout !== stored.layout)
  useHotkeys([
    ['mod+Z', history.undo],
    ['mod+shift+Z', history.redo],
    ['mod+Y', history.redo],
    ['mod+S', trySave],
  ])

  function trySave() {
    // The mutation holds the error, which the page shows.
    keep().catch(() => undefined)
  }

  async function keep(): Promise<FormDraft> {
    const saved = await save.mutateAsync({ layout, edition: stored.draft.edition })
    setStored({ draft: saved, layout })
    guard.release()
    return saved
  }

  async function publishNow(note: string) {
    const { edition } = isUnsaved || stored.draft.edition === 0 ? await keep() : stored.draft
    const published = await publish.mutateAsync({ edition, note })
    setStored({ draft: published, layout })
    setPublishing(false)
    toastSuccess(text('FormBuilder.published', { number: published.published?.number ?? 1 }))
  }

  const failure = save.error ?? open.error
  const home = useProductHome()(spec.engine.productId)
  const { published } = stored.draft
  return (
    <Page
      title={text('FormBuilder.titleOf', { name: spec.engine.serviceName })}
      facts={
        <>
          <span>{text('FormBuilder.forVersion', { revision: spec.engine.revision })}</span>
          <span>
            {published === null
              ? text('FormBuilder.neverPublished')
              : text('FormBuilder.publishedAs', { number: published.number, name: published.publishedBy })}
          </span>
          <output>
            {text(
              isUnsaved
                ? 'FormBuilder.unsaved'
                : stored.draft.isPublished
                  ? 'FormBuilder.upToDate'
                  : stored.draft.edition === 0
                    ? 'FormBuilder.untouched'
                    : 'FormBuilder.draftSaved',
            )}
          </output>
        </>
      }
      actions={
        <BuilderActions
          {...{ address, history, spec, own }}
          isSaving={save.isPending}
          isUnsaved={isUnsaved}
          mayPublish={problems.length === 0}
          onSave={trySave}
          onPublish={() => setPublishing(true)}
          onOpenVersion={(number) =>
            open.mutate(number, {
              onSuccess: (version) => {
                change(() => version)
                select({ kind: 'form' })
              },
            })
          }
          onReplace={(next) => {
            change(() => next)
            select({ kind: 'form' })
          }}
        />
      }
    >
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: spec.engine.productName, to: home },
          { label: text('Engines.title'), to: `${home}/engines` },
          { label: spec.engine.serviceName, to: `${home}/engines/${spec.engine.id}` },
          { label: text('FormBuilder.name') },
        ]}
      />
      <div className={classes.notices}>
        {failure !== null && (
          <Alert color="red" icon={<IconAlertTriangle />}>
            {errorText(text, failure)}
          </Alert>
        )}
        {stored.draft.changes.length > 0 && (
          <Alert color="yellow" icon={<IconInfoCircle />} title={text('FormBuilder.changed.title')}>
            <ul className={classes.lines}>
              {stored.draft.changes.map(({ kind, direction, name }) => (
                <li key={`${kind} ${direction} ${name}`}>
                  {text(changeNames[kind], {
                    name,
                    what: text(direction === 'input' ? 'FormBuilder.changed.input' : 'FormBuilder.changed.output'),
                  })}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        {problems.length > 0 && (
          <Alert color="red" icon={<IconAlertTriangle />} title={text('FormBuilder.problems')}>
            <ul className={classes.lines}>
              {problems.map((problem) => (
                <li key={`${problem.key} ${problem.problem} ${problem.value}`}>{problemLine(text, problem)}</li>
              ))}
            </ul>
          </Alert>
        )}
      </div>
      <div className={classes.builder}>
        <div className={classes.edit}>
          <Outline
            {...{ layout, own, spec, problems, selected }}
            onSelect={(part) => {
              select(part)
              if (part.kind === 'section' || part.kind === 'field') setSection(layout.sections[part.section]?.key)
            }}
            onChange={change}
          />
          <PartEditor {...{ layout, spec, selected }} onSelect={select} onChange={change} />
        </div>
        <div className={classes.preview} ref={previewed}>
          <Panel title={text('FormBuilder.preview')}>
            <Calculator spec={preview} previewOf={previewOf} section={section} onSection={setSection} />
          </Panel>
        </div>
      </div>
      {publishing && (
        <PublishFormDialog
          isPending={save.isPending || publish.isPending}
          failure={save.error ?? publish.error}
          onPublish={(note) => void publishNow(note).catch(() => undefined)}
          onClose={() => setPublishing(false)}
        />
      )}
    </Page>
  )
}
