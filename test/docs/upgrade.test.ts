import { pasteDocument } from './paste-document.js'

pasteDocument('docs/upgrade.md', { isBesideService: true })
