/**
 * Gives a digest of 16 hexadecimal digits by which texts are told apart that nobody makes equal on purpose: two sums of
 * FNV-1a, mixed as in MurmurHash3. SHA-256 would load Node's cryptography, a sixth of a start.
 */
export function shortDigest(text: string): string {
  let [one, two] = [0x81_1c_9d_c5, text.length]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01_00_01_93)
    two = Math.imul(two ^ code ^ (one >>> 15), 0x85_eb_ca_6b)
  }
  return [mixed(one ^ two), mixed(two)].map((part) => part.toString(16).padStart(8, '0')).join('')
}

function mixed(sum: number): number {
  const first = Math.imul(sum ^ (sum >>> 16), 0x85_eb_ca_6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2_b2_ae_35)
  return (second ^ (second >>> 16)) >>> 0
}
