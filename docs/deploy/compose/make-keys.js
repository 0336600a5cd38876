// Makes the keys of the tokens once, for compose.yaml. Real ones are made where they are kept.
import { generateKeyPairSync } from 'node:crypto'
import { chownSync, existsSync, writeFileSync } from 'node:fs'

const [folder, owner] = ['/keys', 65532]
if (!existsSync(`${folder}/private.pem`)) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  writeFileSync(`${folder}/public.pem`, publicKey, { mode: 0o444 })
  writeFileSync(`${folder}/private.pem`, privateKey, { mode: 0o400 })
  for (const name of ['public', 'private']) chownSync(`${folder}/${name}.pem`, owner, owner)
}
