import type { Handler } from '../../platform/http/handle.ts'
import { addFilePartHandler } from './add-file-part.ts'
import { cancelFileUploadHandler } from './cancel-file-upload.ts'
import { copyEntryHandler } from './copy-entry.ts'
import { createFolderHandler } from './create-folder.ts'
import { deleteFileHandler } from './delete-file.ts'
import { deleteFolderHandler } from './delete-folder.ts'
import { downloadFileHandler } from './download-file.ts'
import { downloadFileVersionHandler } from './download-file-version.ts'
import { downloadLinkedFileHandler } from './download-linked-file.ts'
import { getLinkedFileHandler } from './get-linked-file.ts'
import { downloadFolderHandler } from './download-folder.ts'
import { finishFileUploadHandler } from './finish-file-upload.ts'
import { previewFileHandler } from './preview-file.ts'
import { getFileHandler } from './get-file.ts'
import { getFolderHandler } from './get-folder.ts'
import { getFolderContentHandler } from './get-folder-content.ts'
import { getFileUploadHandler } from './get-file-upload.ts'
import { listFilesHandler } from './list-files.ts'
import { listUserGroupLabelsHandler } from './list-user-group-labels.ts'
import { restoreFileVersionHandler } from './restore-file-version.ts'
import { saveFileHandler } from './save-file.ts'
import { startFileUploadHandler } from './start-file-upload.ts'
import { undeleteEntryHandler } from './undelete-entry.ts'
import { updateFileHandler } from './update-file.ts'
import { updateFolderHandler } from './update-folder.ts'
import { uploadFolderHandler } from './upload-folder.ts'

export const fileRoutes: readonly Handler[] = [
  getFolderContentHandler,
  listFilesHandler,
  saveFileHandler,
  createFolderHandler,
  updateFolderHandler,
  getFileHandler,
  previewFileHandler,
  deleteFolderHandler,
  deleteFileHandler,
  updateFileHandler,
  listUserGroupLabelsHandler,
  uploadFolderHandler,
  downloadFolderHandler,
  getFolderHandler,
  downloadFileHandler,
  downloadFileVersionHandler,
  getLinkedFileHandler,
  downloadLinkedFileHandler,
  copyEntryHandler,
  undeleteEntryHandler,
  restoreFileVersionHandler,
  startFileUploadHandler,
  addFilePartHandler,
  getFileUploadHandler,
  finishFileUploadHandler,
  cancelFileUploadHandler,
]
