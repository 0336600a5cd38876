import { pasteDocument } from './paste-document.js'

pasteDocument('docs/runbook.md', { isBesideService: true })
