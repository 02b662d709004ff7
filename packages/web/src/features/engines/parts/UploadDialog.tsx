import { Button, Group } from '@mantine/core'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { maxWorkbookBytes } from '@sheetwright/contract/engines/engine-upload.ts'
import type { MarkedInterface } from '@sheetwright/contract/engines/marked-interface.ts'
import { useEffect, useRef, useState } from 'react'
import { nameProblem } from '../../../platform/messages/name-problem.ts'
import { type ServerText, useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { isRuleFailure } from '../../../ui/feedback/rule-alert.ts'
import { useFocusBack } from '../../../ui/feedback/use-focus-back.ts'
import { StepList } from '../../../ui/StepList.tsx'
import { MarkInterface, MarkNotice } from '../../look-inside/parts/MarkInterface.tsx'
import { useUploadWorkbook, type WorkbookUpload } from '../mutations.ts'
import { type CurrentUpload, useCurrentUpload, useIsUploading } from '../uploads.ts'
import { isDiagnosticCode } from '../diagnostic-text.ts'
import { isWorkbookName, serviceNameOf } from '../workbook-file.ts'
import { ChooseWorkbook } from './ChooseWorkbook.tsx'
import classes from './UploadDialog.module.css'
import { IterationDialog } from './IterationDialog.tsx'
import { UploadFailure } from './UploadFailure.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { UploadPublish } from './UploadPublish.tsx'
import { UploadSummary } from './UploadSummary.tsx'

export interface UploadDialogProps {
  readonly productId: string
  /** The engine that gets a new version; undefined to create an engine. */
  readonly engine?: Engine | undefined
  /** A dropped workbook; its upload begins at once. */
  readonly file?: File | undefined
  readonly onClose: () => void
}

/**
 * From a workbook to a version: choose it, watch it being read, compiled and proved, check the result, publish. The
 * upload goes on when the dialog is closed; opening it again shows the current step.
 */
export function UploadDialog({ productId, engine, file: dropped, onClose: leave }: UploadDialogProps) {
  const text = useText()
  const serverText = useServerText()
  // The steps are several dialogs, the last of which knows only the one before.
  useFocusBack(true)
  const upload = useUploadWorkbook(productId)
  const latest = useCurrentUpload(productId)
  const isUploading = useIsUploading(productId)
  // The upload of another engine is shown in that engine's dialog.
  const current = engine === undefined || latest?.serviceName === engine.serviceName ? latest : undefined
  const [file, setFile] = useState(dropped)
  const [serviceName, setServiceName] = useState<string>()
  const [publishing, setPublishing] = useState(false)
  const [iterating, setIterating] = useState(false)
  const [marked, setMarked] = useState<MarkedInterface>()
  const name = engine?.serviceName ?? serviceName ?? (file === undefined ? '' : serviceNameOf(file.name))

  /** Closing dismisses a shown error; an upload in progress is kept. */
  function onClose() {
    if (current?.error != null) current.forget()
    leave()
  }

  /** Replaces a shown outcome by a new upload. */
  function begin(asked: WorkbookUpload) {
    // The second click of a double click would upload a second version: the dialog has not changed yet.
    if (isUploading(asked)) return
    if (current !== undefined && (current.error !== null || current.data !== undefined)) current.forget()
    upload.mutate(asked)
  }

  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || dropped === undefined || !isWorkbookName(dropped.name)) return
    begun.current = true
    begin({ file: dropped, serviceName: engine?.serviceName ?? serviceNameOf(dropped.name) })
    // Runs once, for the workbook that opened the dialog.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  // Rule violations are shown in the global alert, which closes the dialog.
  const forbidden = isRuleFailure(current?.error)
  useEffect(() => {
    if (!forbidden) return
    current?.forget()
    onClose()
    // Only the failure closes the dialog, whatever else changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [forbidden])

  function retry({ file: again, serviceName: sameName, marked: sameMarks, iteration, iterated }: CurrentUpload) {
    begin({ file: again, serviceName: sameName, marked: sameMarks, iteration, iterated })
  }

  function startOver() {
    current?.forget()
    setFile(undefined)
    setServiceName(undefined)
    setPublishing(false)
  }

  function finish() {
    current?.forget()
    onClose()
  }

  const problem =
    file !== undefined && !isWorkbookName(file.name)
      ? text('EngineUpload.notAWorkbook', { name: file.name })
      : file !== undefined && file.size > maxWorkbookBytes
        ? text('Error.FILE_SIZE_LIMIT_EXCEEDED')
        : undefined
  const badName = file === undefined ? null : nameProblem(name)
  const unnamed = current === undefined ? undefined : unnamedWorkbook(current, serverText)
  const step =
    current === undefined
      ? 'choose'
      : unnamed !== undefined
        ? 'mark'
        : current.data === undefined
          ? 'build'
          : publishing
            ? 'publish'
            : 'summary'
  const steps = [
    { id: 'choose', label: text('EngineUpload.step.choose'), detail: current?.file.name ?? file?.name ?? '' },
    { id: 'build', label: text('EngineUpload.step.build'), detail: text('EngineUpload.step.buildDetail') },
    ...(unnamed === undefined && current?.marked === undefined
      ? []
      : [{ id: 'mark', label: text('EngineUpload.step.mark'), detail: text('EngineUpload.step.markDetail') }]),
    { id: 'summary', label: text('EngineUpload.step.summary'), detail: text('EngineUpload.step.summaryDetail') },
    { id: 'publish', label: text('EngineUpload.step.publish'), detail: text('EngineUpload.step.publishDetail') },
  ]

  // The button that led to a step is gone with the step before it.
  const content = useRef<HTMLDivElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current !== step && !document.activeElement?.closest('[role="dialog"]')) content.current?.focus()
    shownStep.current = step
  }, [step])

  if (step === 'publish' && current?.data !== undefined) {
    return (
      <UploadPublish
        result={current.data}
        steps={<StepList label={text('EngineUpload.steps')} steps={steps} current={step} />}
        onBack={() => setPublishing(false)}
        onClose={onClose}
        onDone={finish}
      />
    )
  }
  if (iterating && current !== undefined) {
    const { file: again, serviceName: sameName, marked: sameMarks, data } = current
    return (
      <IterationDialog
        iteration={data?.iteration ?? null}
        onSubmit={(iteration) => {
          setIterating(false)
          const asked =
            data === undefined
              ? { marked: sameMarks, iteration: iteration ?? undefined }
              : { iterated: { engine: data.engineId, version: data.versionId, iteration } }
          begin({ file: again, serviceName: sameName, ...asked })
        }}
        onClose={() => setIterating(false)}
      />
    )
  }
  return (
    <Dialog
      opened
      size="xlarge"
      onClose={onClose}
      closeOnClickOutside={step === 'choose' && file === undefined}
      title={engine === undefined ? text('EngineUpload.title') : text('EngineUpload.titleOf', { name: engine.name })}
      footer={
        <Group justify="flex-end" gap="sm">
          {step === 'choose' && (
            <>
              <Button variant="default" onClick={onClose}>
                {text('Dialog.cancel')}
              </Button>
              <Button
                disabled={file === undefined || problem !== undefined || badName !== null}
                onClick={() => {
                  if (file !== undefined) begin({ file, serviceName: name })
                }}
              >
                {text('EngineUpload.start')}
              </Button>
            </>
          )}
          {unnamed !== undefined && current !== undefined && (
            <>
              <Button variant="default" onClick={startOver}>
                {text('EngineUpload.chooseOther')}
              </Button>
              <Button
                disabled={marked === undefined}
                onClick={() => {
                  if (marked === undefined) return
                  const { file: again, serviceName: sameName } = current
                  begin({
                    file: again,
                    serviceName: sameName,
                    marked: { upload: unnamed.upload, interface: marked },
                  })
                }}
              >
                {text('EngineUpload.buildMarked', {
                  inputs: marked?.inputs.length ?? 0,
                  outputs: marked?.outputs.length ?? 0,
                })}
              </Button>
            </>
          )}
          {step === 'build' && current?.error == null && (
            <Button variant="default" onClick={onClose}>
              {text('EngineUpload.goOn')}
            </Button>
          )}
          {step === 'build' && current?.error != null && (
            <>
              <Button variant={isOfWorkbook(current.error) ? 'default' : 'filled'} onClick={() => retry(current)}>
                {text('EngineUpload.retry')}
              </Button>
              <Button variant={isOfWorkbook(current.error) ? 'filled' : 'default'} onClick={startOver}>
                {text('EngineUpload.chooseOther')}
              </Button>
            </>
          )}
          {step === 'summary' && current?.data !== undefined && (
            <>
              <Button variant="default" onClick={startOver}>
                {text('EngineUpload.another')}
              </Button>
              <Button data-autofocus onClick={() => setPublishing(true)}>
                {text('EngineUpload.continue')}
              </Button>
            </>
          )}
        </Group>
      }
    >
      <div className={classes.columns}>
        <StepList
          label={text('EngineUpload.steps')}
          steps={steps}
          current={step}
          failed={step === 'build' && current?.error != null}
        />
        <section
          ref={content}
          className={classes.content}
          aria-label={steps.find(({ id }) => id === step)?.label}
          tabIndex={-1}
        >
          {step === 'choose' && (
            <ChooseWorkbook
              file={file}
              problem={problem}
              serviceName={name}
              nameProblem={badName === null ? null : text(badName)}
              fixedName={engine !== undefined}
              onChoose={setFile}
              onRename={setServiceName}
            />
          )}
          {step === 'build' && current !== undefined && current.error === null && <UploadProgress upload={current} />}
          {step === 'build' && current?.error != null && (
            <UploadFailure
              error={current.error}
              onIterate={isCircular(current.error) ? () => setIterating(true) : undefined}
            />
          )}
          {unnamed !== undefined && (
            <MarkInterface
              key={unnamed.upload}
              product={productId}
              upload={unnamed.upload}
              notice={<MarkNotice problems={unnamed.problems} />}
              onChange={setMarked}
            />
          )}
          {step === 'summary' && current?.data !== undefined && (
            <UploadSummary result={current.data} onIterate={() => setIterating(true)} />
          )}
        </section>
      </div>
    </Dialog>
  )
}

/** The upload, if the workbook is readable but names no usable inputs and outputs: they are marked on its sheet. */
function unnamedWorkbook(
  { error, upload }: CurrentUpload,
  serverText: ServerText,
): { readonly upload: string; readonly problems: readonly string[] } | undefined {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_ENGINE_CONFIGURATION' || upload === undefined)
    return undefined
  if (isCircular(error)) return undefined
  // Naming nothing is no error here.
  const problems = error.fieldErrors
    .filter(({ field }) => field !== 'Xoutput_')
    .map(({ field, message }) => {
      const problem = serverText(message)
      return isDiagnosticCode(field) || message.includes(field) ? problem : `${field}: ${problem}`
    })
  return { upload, problems }
}

/** Whether the server refused the workbook, so that the same one would be refused again. */
function isOfWorkbook(error: Error): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 413)
}

/** Whether the workbook cannot be computed without iteration. */
function isCircular(error: Error): boolean {
  return error instanceof ApiError && error.fieldErrors.some(({ field }) => field === 'CIRCULAR_REFERENCE')
}
