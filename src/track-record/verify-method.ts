/** How a reader verifies the chain, as text in the summary. */
export const VERIFY_METHOD =
  'Fetch verify_url. For every entry, prev_hash must equal the preceding combined_hash (64 zeros for the first), and combined_hash must be the SHA-256 of the 128 characters prev_hash + day_sha256. The last combined_hash must equal chain_head_hash.';
