import BridgeFindings

/// The word that was probably meant: the only one that begins so, else the nearest spelling.
func nearest(_ word: String, _ candidates: [String]) -> String? {
  let completed = candidates.filter { $0.utf8.starts(with: word.utf8) }
  if !word.isEmpty, completed.count == 1 { return completed[0] }
  return Spelling.nearest(to: word, among: candidates)
}
