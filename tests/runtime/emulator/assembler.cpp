#include "runtime/emulator/assembler.hpp"

#include <llvm/MC/MCAsmBackend.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCObjectWriter.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/TargetParser/Triple.h>

#include "support/catch.hpp"

// llvm/Support/TargetSelect.h is not included for these three, because it declares such functions of all targets.
extern "C" void LLVMInitializeAMDGPUTargetInfo();
extern "C" void LLVMInitializeAMDGPUTargetMC();
extern "C" void LLVMInitializeAMDGPUAsmParser();

namespace rocm_bindgen::emulator {
namespace {

const llvm::Triple& triple() {
  static const llvm::Triple value("amdgcn-amd-amdhsa");
  return value;
}

const llvm::Target& target() {
  static const auto* const found = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmParser();
    std::string error;
    return llvm::TargetRegistry::lookupTarget(triple().str(), error);
  }();
  return *found;
}

std::string features(const std::string& processor, unsigned lanes) {
  if (processor.compare(0, 4, "gfx9") == 0) return {};  // all waves have 64 lanes
  return lanes == 64 ? "+wavefrontsize64,-wavefrontsize32" : "+wavefrontsize32,-wavefrontsize64";
}

void keep_message(const llvm::SMDiagnostic& diagnostic, void* text) {
  llvm::raw_string_ostream stream(*static_cast<std::string*>(text));
  diagnostic.print(nullptr, stream, /*ShowColors=*/false);
}

/// Returns the bytes of the whole object file.
std::string object(const std::string& processor, const std::string& assembly, unsigned lanes) {
  std::string messages, bytes;
  llvm::SourceMgr sources;
  sources.setDiagHandler(keep_message, &messages);
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(assembly + "\n", "snippet"), llvm::SMLoc());
  const llvm::MCTargetOptions options;
  const std::unique_ptr<llvm::MCRegisterInfo> registers(target().createMCRegInfo(triple().str()));
  const std::unique_ptr<llvm::MCAsmInfo> info(target().createMCAsmInfo(*registers, triple().str(), options));
  const std::unique_ptr<llvm::MCInstrInfo> instructions(target().createMCInstrInfo());
  const std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      target().createMCSubtargetInfo(triple().str(), processor, features(processor, lanes)));
  llvm::MCContext context(triple(), info.get(), registers.get(), subtarget.get(), &sources, &options);
  const std::unique_ptr<llvm::MCObjectFileInfo> sections(target().createMCObjectFileInfo(context, /*PIC=*/false));
  context.setObjectFileInfo(sections.get());

  llvm::raw_string_ostream text(bytes);
  llvm::buffer_ostream stream(text);
  std::unique_ptr<llvm::MCAsmBackend> backend(target().createMCAsmBackend(*subtarget, *registers, options));
  auto writer = backend->createObjectWriter(stream);
  std::unique_ptr<llvm::MCCodeEmitter> emitter(target().createMCCodeEmitter(*instructions, context));
  const std::unique_ptr<llvm::MCStreamer> streamer(target().createMCObjectStreamer(
      triple(), context, std::move(backend), std::move(writer), std::move(emitter), *subtarget));
  const std::unique_ptr<llvm::MCAsmParser> parser(llvm::createMCAsmParser(sources, context, *streamer, *info));
  const std::unique_ptr<llvm::MCTargetAsmParser> target_parser(
      target().createMCAsmParser(*subtarget, *parser, *instructions, options));
  parser->setTargetParser(*target_parser);
  const bool failed = parser->Run(/*NoInitialTextSection=*/false);
  INFO(processor << ": " << assembly << '\n' << messages);
  REQUIRE_FALSE(failed);
  return stream.str().str();
}

}  // namespace

std::vector<std::uint8_t> assemble(const std::string& processor, const std::string& assembly, unsigned lanes) {
  const auto bytes = object(processor, assembly, lanes);
  const auto file = llvm::cantFail(
      llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(llvm::StringRef(bytes), "snippet")));
  for (const auto& section : file->sections()) {
    if (!section.isText()) continue;
    const auto contents = llvm::cantFail(section.getContents());
    return {contents.bytes_begin(), contents.bytes_end()};
  }
  FAIL("there is no code in: " << assembly);
  return {};
}

}  // namespace rocm_bindgen::emulator
