import { pasteDocument } from './paste-document.js'

pasteDocument('docs/backup.md', { isBesideService: true })
