import { pasteDocument } from './paste-document.js'

pasteDocument('docs/self-hosting.md', { isBesideService: false })
