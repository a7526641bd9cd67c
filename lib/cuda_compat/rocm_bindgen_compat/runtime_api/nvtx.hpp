// The parts of NVTX that ROCTX lacks: attributes, domains, registered strings and names. Only the text of an event is
// kept, because ROCTX can show nothing else. Categories, colours, payloads and the names of objects are ignored.
#pragma once

#include <cstddef>
#include <cstdint>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE (static_cast<std::uint16_t>(sizeof(nvtxEventAttributes_t)))

enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };

enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
};

enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
};

struct nvtxDomainRegistration_st {};
struct nvtxStringRegistration_st {
  char* text;
  nvtxStringRegistration_st* before;  ///< the string that was registered before this one
};
using nvtxDomainRegistration = nvtxDomainRegistration_st;
using nvtxDomainHandle_t = nvtxDomainRegistration_st*;
using nvtxStringRegistration = nvtxStringRegistration_st;
using nvtxStringHandle_t = nvtxStringRegistration_st*;

union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
  nvtxStringHandle_t registered;
};

struct nvtxEventAttributes_t {
  std::uint16_t version;
  std::uint16_t size;
  std::uint32_t category;
  std::int32_t colorType;
  std::uint32_t color;
  std::int32_t payloadType;
  std::int32_t reserved0;
  union {
    std::uint64_t ullValue;
    std::int64_t llValue;
    double dValue;
    std::uint32_t uiValue;
    std::int32_t iValue;
    float fValue;
  } payload;
  std::int32_t messageType;
  nvtxMessageValue_t message;
};

namespace rocm_bindgen {

inline const char* text_of(const nvtxEventAttributes_t* event) {
  if (event == nullptr) return "";
  if (event->messageType == NVTX_MESSAGE_TYPE_ASCII && event->message.ascii != nullptr) return event->message.ascii;
  if (event->messageType == NVTX_MESSAGE_TYPE_REGISTERED && event->message.registered != nullptr)
    return event->message.registered->text;
  return "";
}

}  // namespace rocm_bindgen

inline void nvtxInitialize(const void*) {}

inline void nvtxMarkEx(const nvtxEventAttributes_t* event) {
  roctxMarkA(rocm_bindgen::text_of(event));
}
inline int nvtxRangePushEx(const nvtxEventAttributes_t* event) {
  return roctxRangePushA(rocm_bindgen::text_of(event));
}
inline roctx_range_id_t nvtxRangeStartEx(const nvtxEventAttributes_t* event) {
  return roctxRangeStartA(rocm_bindgen::text_of(event));
}

// ROCTX has a single domain, so all domains are the same.
inline nvtxDomainHandle_t nvtxDomainCreateA(const char*) {
  static nvtxDomainRegistration_st domain;
  return &domain;
}
inline void nvtxDomainDestroy(nvtxDomainHandle_t) {}
inline void nvtxDomainMarkEx(nvtxDomainHandle_t, const nvtxEventAttributes_t* event) {
  nvtxMarkEx(event);
}
inline int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t* event) {
  return nvtxRangePushEx(event);
}
inline int nvtxDomainRangePop(nvtxDomainHandle_t) {
  return roctxRangePop();
}
inline roctx_range_id_t nvtxDomainRangeStartEx(nvtxDomainHandle_t, const nvtxEventAttributes_t* event) {
  return nvtxRangeStartEx(event);
}
inline void nvtxDomainRangeEnd(nvtxDomainHandle_t, roctx_range_id_t range) {
  roctxRangeStop(range);
}

/// Registered strings exist until the program ends, as in NVTX. They form a list, so that leak checkers can reach them.
inline nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t, const char* text) {
  static nvtxStringHandle_t last = nullptr;
  auto* string = new nvtxStringRegistration_st{__builtin_strdup(text), nullptr};
  string->before = __atomic_exchange_n(&last, string, __ATOMIC_ACQ_REL);
  return string;
}

inline void nvtxNameCategoryA(std::uint32_t, const char*) {}
inline void nvtxDomainNameCategoryA(nvtxDomainHandle_t, std::uint32_t, const char*) {}
inline void nvtxNameOsThreadA(std::uint32_t, const char*) {}

// Devices, streams and events of any type.
template <class T>
void nvtxNameCudaDeviceA(T, const char*) {}
template <class T>
void nvtxNameCudaStreamA(T, const char*) {}
template <class T>
void nvtxNameCudaEventA(T, const char*) {}

#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
