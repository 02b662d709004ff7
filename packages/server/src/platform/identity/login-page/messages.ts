import { passwordLength } from '@sheetwright/contract/users/password.ts'
import type { PasswordProblem } from '../passwords.ts'
import type { Language } from './language.ts'

/** Every text of the sign-in pages. */
export interface Messages {
  readonly languageName: string
  readonly languageMenu: string
  readonly signIn: string
  readonly signInTitle: string
  readonly tenant: string
  readonly email: string
  readonly password: string
  readonly required: { readonly tenant: string; readonly email: string; readonly password: string }
  readonly wrong: string
  readonly disabled: string
  readonly noGroup: string
  readonly tooMany: (seconds: number) => string
  readonly expired: string
  readonly newPasswordTitle: string
  readonly newPasswordReason: (email: string) => string
  readonly newPassword: string
  readonly repeatPassword: string
  readonly rules: readonly string[]
  readonly refused: Readonly<Record<PasswordProblem, string>>
  readonly different: string
  readonly savePassword: string
  readonly savePasswordOnly: string
  readonly forgotLink: string
  readonly forgotTitle: string
  readonly forgotText: string
  readonly sendLink: string
  readonly linkSentTitle: string
  readonly linkSent: string
  readonly linkInvalidTitle: string
  readonly linkInvalid: string
  readonly chooseReason: (email: string) => string
  readonly passwordSetTitle: string
  readonly passwordSet: string
  readonly signOutTitle: string
  readonly signOutQuestion: string
  readonly signOut: string
  readonly stay: string
  readonly signedOutTitle: string
  readonly signedOut: string
  readonly backToStart: string
  readonly errorTitle: string
  readonly errorText: string
  readonly errorReason: (reason: string) => string
  readonly startAgain: string
  readonly code: string
  readonly codeTitle: string
  readonly codeText: string
  readonly codeWrong: string
  readonly appCode: string
  readonly setUpTitle: string
  readonly setUpText: string
  readonly typeSecret: string
  readonly qrCode: string
  readonly goOn: string
  readonly recoveryTitle: string
  readonly recoveryText: string
  readonly codesKept: string
}

const { min, max } = passwordLength

const en: Messages = {
  languageName: 'English',
  languageMenu: 'Language',
  signIn: 'Sign in',
  signInTitle: 'Sign in to Sheetwright',
  tenant: 'Tenant',
  email: 'Email address',
  password: 'Password',
  required: {
    tenant: 'Enter the name of your tenant.',
    email: 'Enter your email address.',
    password: 'Enter your password.',
  },
  wrong: 'These details do not match an account. Check them and try again.',
  disabled: 'This account is disabled. Ask an administrator of your tenant.',
  noGroup: 'This account belongs to no group that may use Sheetwright. Ask an administrator of your tenant.',
  tooMany: (seconds) => `Too many attempts. Try again in ${enWait(seconds)}.`,
  expired: 'This page had expired. Please try once more.',
  newPasswordTitle: 'Choose a new password',
  newPasswordReason: (email) => `The password for ${email} was good for one sign-in only.`,
  newPassword: 'New password',
  repeatPassword: 'New password again',
  rules: [
    `At least ${min} characters; a few words in a row are easy to remember`,
    'Not one of the passwords that everybody uses',
    'Not mainly your own name',
  ],
  refused: {
    tooShort: `The new password must have at least ${min} characters.`,
    tooLong: `The new password can have at most ${max} characters.`,
    tooCommon: 'The new password is too easy to guess. Choose another one.',
    containsName: 'The new password must not consist mainly of your name.',
    unchanged: 'The new password must differ from the current one.',
  },
  different: 'The two entries are not the same.',
  savePassword: 'Save and sign in',
  savePasswordOnly: 'Save the password',
  forgotLink: 'Forgotten your password?',
  forgotTitle: 'Forgotten password',
  forgotText: 'We send a link to your address, with which you choose a new password.',
  sendLink: 'Send the link',
  linkSentTitle: 'Look into your mailbox',
  linkSent: 'If there is an account with this address, a mail with a link is on its way to it.',
  linkInvalidTitle: 'This link does not work any more',
  linkInvalid: 'It was used already or is too old. Ask for a new one.',
  chooseReason: (email) => `Choose the password for ${email}.`,
  passwordSetTitle: 'Your password is set',
  passwordSet: 'You can sign in with it now.',
  signOutTitle: 'Sign out',
  signOutQuestion: 'Do you want to sign out of Sheetwright in this browser?',
  signOut: 'Sign out',
  stay: 'Stay signed in',
  signedOutTitle: 'You are signed out',
  signedOut: 'Close the window, or sign in again.',
  backToStart: 'To the start page',
  errorTitle: 'Signing in did not work',
  errorText: 'The request could not be understood or has expired.',
  errorReason: (reason) => `Reason: ${reason}`,
  startAgain: 'Start again',
  code: 'Code',
  codeTitle: 'Enter your code',
  codeText:
    'Open your authenticator app and type the six digits it shows for Sheetwright, or one of your recovery codes.',
  codeWrong: 'This code does not work. Each code works once; wait for the next one.',
  appCode: 'Code that the app shows',
  setUpTitle: 'Set up your second factor',
  setUpText: 'Your group asks for a second factor. Scan this code with an authenticator app.',
  typeSecret: 'Or type this key into the app:',
  qrCode: 'QR code for the authenticator app',
  goOn: 'Continue',
  recoveryTitle: 'Keep your recovery codes',
  recoveryText:
    'Each of these codes signs you in once when you do not have the app. They are not shown again: print them or keep them in a safe place.',
  codesKept: 'I have kept them, sign in',
}

const ja: Messages = {
  languageName: '日本語',
  languageMenu: '言語',
  signIn: 'サインイン',
  signInTitle: 'Sheetwright にサインイン',
  tenant: 'テナント',
  email: 'メールアドレス',
  password: 'パスワード',
  required: {
    tenant: 'テナント名を入力してください。',
    email: 'メールアドレスを入力してください。',
    password: 'パスワードを入力してください。',
  },
  wrong: '入力内容に一致するアカウントがありません。確認してもう一度お試しください。',
  disabled: 'このアカウントは無効になっています。テナントの管理者にお問い合わせください。',
  noGroup:
    'このアカウントは Sheetwright を利用できるグループに属していません。テナントの管理者にお問い合わせください。',
  tooMany: (seconds) => `試行回数が多すぎます。${jaWait(seconds)}後にもう一度お試しください。`,
  expired: 'このページの有効期限が切れていました。もう一度お試しください。',
  newPasswordTitle: '新しいパスワードの設定',
  newPasswordReason: (email) => `${email} のパスワードは一回限りのものです。`,
  newPassword: '新しいパスワード',
  repeatPassword: '新しいパスワード（確認）',
  rules: [
    `${min} 文字以上。いくつかの単語を並べると覚えやすくなります`,
    '広く使われているパスワードは使えません',
    '自分の名前が大部分を占めるパスワードは使えません',
  ],
  refused: {
    tooShort: `新しいパスワードは ${min} 文字以上にしてください。`,
    tooLong: `新しいパスワードは ${max} 文字以内にしてください。`,
    tooCommon: '新しいパスワードは推測されやすいものです。別のものにしてください。',
    containsName: '新しいパスワードの大部分を自分の名前にすることはできません。',
    unchanged: '新しいパスワードは現在のものと異なる必要があります。',
  },
  different: '二つの入力が一致していません。',
  savePassword: '保存してサインイン',
  savePasswordOnly: 'パスワードを保存',
  forgotLink: 'パスワードを忘れた場合',
  forgotTitle: 'パスワードを忘れた場合',
  forgotText: '新しいパスワードを設定するためのリンクをメールでお送りします。',
  sendLink: 'リンクを送信',
  linkSentTitle: 'メールをご確認ください',
  linkSent: 'このアドレスのアカウントがあれば、リンクを記載したメールをお送りしました。',
  linkInvalidTitle: 'このリンクは使用できません',
  linkInvalid: 'すでに使用されたか、有効期限が切れています。新しいリンクを申し込んでください。',
  chooseReason: (email) => `${email} のパスワードを設定してください。`,
  passwordSetTitle: 'パスワードを設定しました',
  passwordSet: '新しいパスワードでサインインできます。',
  signOutTitle: 'サインアウト',
  signOutQuestion: 'このブラウザーで Sheetwright からサインアウトしますか。',
  signOut: 'サインアウトする',
  stay: 'サインインしたままにする',
  signedOutTitle: 'サインアウトしました',
  signedOut: 'ウィンドウを閉じるか、もう一度サインインしてください。',
  backToStart: '開始ページへ',
  errorTitle: 'サインインできませんでした',
  errorText: '要求を理解できないか、有効期限が切れています。',
  errorReason: (reason) => `理由: ${reason}`,
  startAgain: '最初からやり直す',
  code: 'コード',
  codeTitle: '確認コードの入力',
  codeText: '認証アプリに表示される Sheetwright の 6 桁のコード、またはリカバリーコードを入力してください。',
  codeWrong: 'このコードは使用できません。コードは一回限り有効です。次のコードをお待ちください。',
  appCode: 'アプリに表示されたコード',
  setUpTitle: '二要素認証の設定',
  setUpText: 'お使いのグループでは二要素認証が必要です。認証アプリでこのコードを読み取ってください。',
  typeSecret: 'または、次のキーをアプリに入力してください。',
  qrCode: '認証アプリ用の QR コード',
  goOn: '続行',
  recoveryTitle: 'リカバリーコードの保管',
  recoveryText:
    '認証アプリを使えないとき、各コードで一回だけサインインできます。再び表示されることはありません。印刷するか、安全な場所に保管してください。',
  codesKept: '保管したのでサインインする',
}

export const messages: Readonly<Record<Language, Messages>> = { en, ja }

function enWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

function jaWait(seconds: number): string {
  return seconds < 60 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分`
}
