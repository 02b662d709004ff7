import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { EmptyState } from '../src/ui/EmptyState.tsx'
import { FailureState } from '../src/ui/FailureState.tsx'
import { late } from '../src/ui/late.tsx'
import { LoadingBlock } from '../src/ui/LoadingBlock.tsx'
import { CloseFooter } from '../src/ui/feedback/CloseFooter.tsx'
import { Dialog } from '../src/ui/feedback/Dialog.tsx'
import { useDialogs } from '../src/ui/feedback/dialogs.ts'
import { FormDialog } from '../src/ui/feedback/FormDialog.tsx'
import { toastFailure, toastOutage, toastSuccess, toastWithAction } from '../src/ui/feedback/toasts.tsx'
import { type Say, Specimen, Specimens } from './Specimen.tsx'

const nothing = () => {}
const Missing = late(() => Promise.reject(new Error('fetch failed')))

export function FeedbackSpecimens({ say }: { say: Say }) {
  const dialogs = useDialogs()
  const [open, setOpen] = useState<'dialog' | 'form'>()
  const close = () => setOpen(undefined)
  const question = {
    title: say('Delete product Motor?', '商品「自動車」を削除しますか？'),
    text: say('Its 12 versions go with it.', '12 個のバージョンも削除されます。'),
    confirmLabel: say('Delete Motor', '自動車を削除'),
    cancelLabel: say('Cancel', 'キャンセル'),
    destructive: true,
  }
  const notice = {
    title: say('Not allowed', '許可されていません'),
    text: say('Your group may make 5 products.', 'グループで作成できる商品は 5 個です。'),
  }
  return (
    <Specimens title={say('States and feedback', '状態と通知')}>
      <Specimen name="EmptyState">
        <EmptyState
          icon={<IconFolderOpen />}
          title={say('No products yet', '商品はまだありません')}
          text={say('A product holds workbooks and their services.', '商品にはブックとサービスが入ります。')}
          action={<Button>{say('Add product', '商品を追加')}</Button>}
        />
      </Specimen>
      <Specimen name="FailureState">
        <FailureState error={new Error('fetch failed')} onRetry={nothing} />
      </Specimen>
      <Specimen name="late, not loaded">
        <Suspense>
          <Missing />
        </Suspense>
      </Specimen>
      <Specimen name="LoadingBlock">
        <LoadingBlock />
      </Specimen>
      <Specimen name="Dialog, FormDialog, confirm, alert">
        <Group>
          <Button onClick={() => setOpen('dialog')}>Dialog</Button>
          <Button onClick={() => setOpen('form')}>FormDialog</Button>
          <Button onClick={() => void dialogs.confirm(question)}>confirm</Button>
          <Button onClick={() => void dialogs.inform(notice)}>inform</Button>
          <Button onClick={() => void dialogs.alert(notice)}>alert</Button>
        </Group>
      </Specimen>
      <Specimen name="Toasts">
        <Group>
          <Button onClick={() => toastSuccess(say('Saved', '保存しました'))}>toastSuccess</Button>
          <Button onClick={() => toastFailure(say('Not saved', '保存できません'))}>toastFailure</Button>
          <Button onClick={() => toastOutage(say('The server cannot be reached', 'サーバーに接続できません'))}>
            toastOutage
          </Button>
          <Button onClick={() => toastWithAction(say('Deleted', '削除しました'), say('Undo', '元に戻す'), nothing)}>
            toastWithAction
          </Button>
        </Group>
      </Specimen>
      <Dialog
        opened={open === 'dialog'}
        onClose={close}
        title={say('About this version', 'このバージョンについて')}
        footer={<CloseFooter onClose={close} />}
      >
        <Text>{say('Proved on 400 inputs.', '400 件の入力で検証済みです。')}</Text>
      </Dialog>
      <FormDialog
        opened={open === 'form'}
        onClose={close}
        title={say('Rename product', '商品名の変更')}
        onSubmit={(event) => event.preventDefault()}
        submitLabel={say('Rename', '変更')}
        failure={say('A product has this name.', 'この名前の商品があります。')}
      >
        <TextInput label={say('Name', '名前')} defaultValue="Motor" />
      </FormDialog>
    </Specimens>
  )
}
