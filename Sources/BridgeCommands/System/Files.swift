#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that could not be read or written, in words for people.
struct FileError: Error, Equatable {
  var path: String
  var problem: String
}

/// Files and folders, by system calls only.
enum Files {
  enum Kind { case missing, file, folder, other }

  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// What tells two files apart, whatever their paths.
  struct Identity: Hashable {
    var device: UInt64
    var number: UInt64
  }

  static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// Opens for reading; `-` is standard input. Folders are refused here, not at the first read.
  static func open(_ path: String) throws(FileError) -> Int32 {
    if path == "-" { return Descriptor.standardInput }
    do throws(SystemError) {
      let descriptor = try openRetrying(path, O_RDONLY | O_CLOEXEC)
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        close(descriptor)
        throw .isDirectory
      }
      return descriptor
    } catch {
      throw FileError(path: path, problem: error.words)
    }
  }

  /// Bytes of an opened regular file; 0 where the end is not known.
  static func size(of descriptor: Int32) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int(status.st_size)
  }

  /// Closes what `open` opened; standard input stays.
  static func close(_ descriptor: Int32) {
    guard descriptor > Descriptor.standardError else { return }
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  /// The whole file, at most `limit` bytes; `-` is standard input.
  static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    do throws(SystemError) {
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let outcome: Result<Int, SystemError> = chunk.withUnsafeMutableBytes { buffer in
          do throws(SystemError) {
            return .success(try Descriptor.read(into: buffer, from: descriptor))
          } catch {
            return .failure(error)
          }
        }
        let count = try outcome.get()
        if count == 0 { return bytes }
        bytes.append(contentsOf: chunk[..<count])
        if bytes.count > limit { throw .tooLarge }
      }
    } catch {
      let more = error == .tooLarge ? ": the limit is \(limit >> 20) MiB" : ""
      throw FileError(path: path, problem: error.words + more)
    }
  }

  /// Names in a folder, sorted by their bytes.
  static func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else {
      throw FileError(path: folder, problem: SystemError(code: errno).words)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Writes a file only where its bytes change, so that build tools see no news where there is none.
  /// Returns whether it wrote.
  @discardableResult
  static func write(_ bytes: [UInt8], to path: String) throws(FileError) -> Bool {
    let kind = kind(of: path)
    if kind == .file, let old = try? read(path, limit: bytes.count + 1), old == bytes {
      return false
    }
    do throws(SystemError) {
      let descriptor = try openRetrying(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
      defer { close(descriptor) }
      let outcome: Result<Void, SystemError> = bytes.withUnsafeBytes { buffer in
        do throws(SystemError) {
          return .success(try Descriptor.write(buffer, to: descriptor))
        } catch {
          return .failure(error)
        }
      }
      try outcome.get()
      return true
    } catch {
      let folder = Path.folder(of: path)
      let isFolderMissing = error == .notFound && Files.kind(of: folder) == .missing
      throw FileError(
        path: path, problem: isFolderMissing ? "the folder \(folder) does not exist" : error.words)
    }
  }

  /// Opens a file for writing from its start; the caller closes it.
  static func create(_ path: String) throws(FileError) -> Int32 {
    do throws(SystemError) {
      return try openRetrying(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
    } catch {
      throw FileError(path: path, problem: error.words)
    }
  }

  /// Throws what would keep `write` from writing: a folder in the place, no folder around it, no
  /// permission. Nothing is touched.
  static func checkWritable(_ path: String) throws(FileError) {
    switch kind(of: path) {
    case .folder: throw FileError(path: path, problem: SystemError.isDirectory.words)
    case .file, .other:
      if access(path, W_OK) != 0 {
        throw FileError(path: path, problem: SystemError(code: errno).words)
      }
    case .missing:
      let folder = Path.folder(of: path)
      if kind(of: folder) != .folder {
        throw FileError(path: path, problem: "the folder \(folder) does not exist")
      }
      if access(folder, W_OK) != 0 {
        throw FileError(path: path, problem: SystemError(code: errno).words)
      }
    }
  }

  /// Makes a folder and those above it; one that is there already is fine.
  static func makeFolder(_ path: String) throws(FileError) {
    if path.isEmpty || kind(of: path) == .folder { return }
    try makeFolder(Path.folder(of: path))
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      // The folder above is there: what the system did not find is a place to make one in.
      let error = SystemError(code: errno)
      throw FileError(
        path: path,
        problem: "the folder cannot be made" + (error == .notFound ? " there" : ": \(error.words)"))
    }
  }

  private static func openRetrying(_ path: String, _ flags: Int32) throws(SystemError) -> Int32 {
    while true {
      let descriptor = openFile(path, flags)
      if descriptor >= 0 { return descriptor }
      let code = errno
      if code != EINTR { throw SystemError(code: code) }
    }
  }
}

/// `open(2)`, out of the type whose own `open` would hide it.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o666) }
