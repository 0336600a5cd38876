import { pasteDocument } from './paste-document.js'

pasteDocument('docs/production.md', { isBesideService: false })
